import type { ResponseDelay } from '../api/response-delay.ts'
import { isOpen, needsAttention, type Command } from '../outbox/command.ts'

/** The most urgent message for the line at the bottom. */
export type Status =
  | { kind: 'lost' }
  | { kind: 'signIn' | 'suspended' | 'update' | 'attention' | 'unknown' | 'outOfSpace' | 'waiting'; count: number }
  | { kind: 'offline'; count: number }
  | { kind: 'responseDelay'; delay: Exclude<ResponseDelay, 'none'> }
  | { kind: 'filling'; done: number; total: number }

export interface Situation {
  commands: readonly Command[]
  /** False when signed out: the outbox is suspended, and nothing is sent until the member signs in again. */
  isSignedIn: boolean
  isOnline: boolean
  responseDelay: ResponseDelay
  /** The browser deleted the data that was saved here. */
  isStorageLost: boolean
  /** This device has no space to note what is being sent, so nothing is sent. */
  isOutOfSpace?: boolean
  /** Progress of the first offline prefetch on this device; undefined once it is complete. */
  filling?: { done: number; total: number } | undefined
}

/** Undefined where nothing needs the member's notice; a command that is being sent doesn't. */
export function statusOf({
  commands,
  isSignedIn,
  isOnline,
  responseDelay,
  isStorageLost,
  isOutOfSpace,
  filling,
}: Situation): Status | undefined {
  if (isStorageLost) return { kind: 'lost' }
  const count = (is: (command: Command) => boolean) => commands.filter(is).length
  const attention = count(needsAttention)
  if (attention > 0) return { kind: 'attention', count: attention }
  const saved = count((it) => isOpen(it) && it.delivery === 'background')
  if (isOutOfSpace && isSignedIn && saved > 0) return { kind: 'outOfSpace', count: saved }
  // A foreground command is never sent later by itself, and offline its answer doesn't come either.
  const unknown = count((it) => it.state === 'unknown' || (!isOnline && isOpen(it) && it.delivery === 'foreground'))
  if (unknown > 0) return { kind: 'unknown', count: unknown }
  if (!isSignedIn && saved > 0) return { kind: 'suspended', count: saved }
  // One command without a session is enough: without a session nothing else is sent either.
  if (commands.some((it) => it.state === 'awaitingSignIn')) return { kind: 'signIn', count: saved }
  const update = count((it) => it.state === 'needsUpdate')
  if (update > 0) return { kind: 'update', count: update }
  if (!isOnline) return { kind: 'offline', count: saved }
  if (responseDelay !== 'none') return { kind: 'responseDelay', delay: responseDelay }
  const waiting = count(isHeldUp)
  if (waiting > 0) return { kind: 'waiting', count: waiting }
  return filling && { kind: 'filling', done: filling.done, total: filling.total }
}

/**
 * The number of commands that were delayed and are confirmed now: the member has moved on and isn't looking at them.
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
