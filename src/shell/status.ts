import type { ResponseDelay } from '../api/response-delay.ts'
import { isOpen, needsAttention, type Command } from '../outbox/command.ts'

/** What the line at the bottom has to say: the most urgent one thing. */
export type Status =
  | { kind: 'lost' }
  | { kind: 'signIn' | 'suspended' | 'update' | 'attention' | 'unknown' | 'waiting'; count: number }
  | { kind: 'offline'; count: number }
  | { kind: 'responseDelay'; delay: Exclude<ResponseDelay, 'none'> }
  | { kind: 'filling'; done: number; total: number }

export interface Situation {
  commands: readonly Command[]
  /** Signed out, the outbox is suspended: nothing is sent until the member is back. */
  isSignedIn: boolean
  isOnline: boolean
  responseDelay: ResponseDelay
  /** The browser threw away what was saved here. */
  isStorageLost: boolean
  /** How far the first filling of this device is; undefined once it is over, and never again. */
  filling?: { done: number; total: number } | undefined
}

/** Undefined where all is well; a command that is simply on its way is nobody's worry. */
export function statusOf({
  commands,
  isSignedIn,
  isOnline,
  responseDelay,
  isStorageLost,
  filling,
}: Situation): Status | undefined {
  if (isStorageLost) return { kind: 'lost' }
  const count = (is: (command: Command) => boolean) => commands.filter(is).length
  const attention = count(needsAttention)
  if (attention > 0) return { kind: 'attention', count: attention }
  const unknown = count((it) => it.state === 'unknown')
  if (unknown > 0) return { kind: 'unknown', count: unknown }
  const open = count(isOpen)
  if (!isSignedIn && open > 0) return { kind: 'suspended', count: open }
  // One rejected command stands for all: without a session nothing else is sent either.
  if (commands.some((it) => it.state === 'awaitingSignIn')) return { kind: 'signIn', count: open }
  const update = count((it) => it.state === 'needsUpdate')
  if (update > 0) return { kind: 'update', count: update }
  if (!isOnline) return { kind: 'offline', count: open }
  if (responseDelay !== 'none') return { kind: 'responseDelay', delay: responseDelay }
  const waiting = count(isHeldUp)
  if (waiting > 0) return { kind: 'waiting', count: waiting }
  return filling && { kind: 'filling', done: filling.done, total: filling.total }
}

/**
 * How many commands that had been held up are confirmed now: the member has gone on meanwhile and wants to hear of it.
 */
export function confirmedLate(before: readonly Command[], after: readonly Command[]): number {
  const heldUp = new Set(
    before
      .filter((it) => isOpen(it) && (it.attempt > 1 || it.waiting !== undefined || it.state === 'awaitingSignIn'))
      .map((it) => it.id),
  )
  return after.filter((it) => it.state === 'applied' && heldUp.has(it.id)).length
}

function isHeldUp(command: Command): boolean {
  return command.state === 'queued' && command.waiting !== undefined
}
