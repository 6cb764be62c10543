import type { Command, Lease, Reply, State, Why } from './command.ts'

/** Everything that can happen to a command after it was saved. */
export type Event =
  | { kind: 'claimed'; lease: Lease }
  /** Its sender is still at it. */
  | { kind: 'renewed'; lease: Lease }
  | { kind: 'applied'; reply: Reply; at: number }
  /** `isSeen`: the member was told by the screen on which they did it. */
  | { kind: 'rejected'; reply: Reply; at: number; isSeen?: boolean }
  | { kind: 'conflict'; reply: Reply; at: number }
  | { kind: 'quarantined'; reply: Reply; at: number }
  | { kind: 'failed'; owner: string; why: Why; until: number; http?: number | undefined }
  | { kind: 'abandoned'; at: number }
  /** The server was asked what became of it and didn't say. */
  | { kind: 'checked'; why: Why; until: number; http?: number | undefined }
  | { kind: 'seen' }
  | { kind: 'signInNeeded'; owner: string }
  | { kind: 'signedIn' }
  | { kind: 'updateNeeded'; minCode: number }
  | { kind: 'updated' }
  | { kind: 'retriedByHand' }
  | { kind: 'cancelled'; at: number }
  /** The server was asked and no longer knows the command that it had confirmed. */
  | { kind: 'lost' }

/** The states in which each event counts. A reply of our server counts whichever tab gets it, and however late. */
const from: Record<Event['kind'], readonly State[]> = {
  claimed: ['queued'],
  renewed: ['inflight'],
  applied: ['inflight', 'queued', 'unknown', 'awaitingSignIn', 'needsUpdate', 'quarantined'],
  rejected: ['inflight', 'queued', 'unknown', 'awaitingSignIn', 'needsUpdate'],
  conflict: ['inflight', 'queued', 'awaitingSignIn', 'needsUpdate'],
  quarantined: ['inflight', 'queued'],
  failed: ['inflight'],
  abandoned: ['inflight'],
  checked: ['unknown'],
  seen: ['rejected'],
  signInNeeded: ['inflight'],
  signedIn: ['awaitingSignIn'],
  updateNeeded: ['inflight', 'queued'],
  updated: ['needsUpdate'],
  retriedByHand: ['queued', 'unknown', 'quarantined', 'needsUpdate', 'awaitingSignIn', 'lost'],
  cancelled: ['queued'],
  lost: ['applied'],
}

/**
 * The state table (docs/offline.md, "States"): the command after an event.
 * Pure. Undefined where the event doesn't concern it any more: it was cancelled, or another drainer has taken it over.
 */
export function transition(command: Command, event: Event): Command | undefined {
  if (!from[event.kind].includes(command.state)) return undefined
  switch (event.kind) {
    case 'claimed':
      // A foreground command is sent once: repeating it would act while the member isn't looking.
      if (command.delivery === 'foreground' && command.attempt > 0) return undefined
      return { ...command, state: 'inflight', attempt: command.attempt + 1, lease: event.lease, waiting: undefined }
    case 'renewed':
      return command.lease?.owner === event.lease.owner ? { ...command, lease: event.lease } : undefined
    case 'rejected':
      return { ...settled(command, event), isSeen: event.isSeen }
    case 'applied':
    case 'conflict':
    case 'quarantined':
      return settled(command, event)
    case 'failed':
      if (command.lease?.owner !== event.owner) return undefined
      return unanswered(command, waitingOf(event))
    case 'abandoned':
      return unanswered(command, { until: event.at, why: 'interrupted' })
    case 'checked':
      return {
        ...command,
        checks: (command.checks ?? 0) + 1,
        waiting: waitingOf(event),
      }
    case 'seen':
      return { ...command, isSeen: true }
    case 'signInNeeded':
      if (command.lease?.owner !== event.owner) return undefined
      return { ...command, state: 'awaitingSignIn', lease: null, waiting: undefined }
    case 'updateNeeded':
      return { ...command, state: 'needsUpdate', lease: null, waiting: undefined, minCode: event.minCode }
    case 'signedIn':
    case 'updated':
      return queued(command, command.waiting)
    case 'retriedByHand':
      if (command.state === 'unknown') return { ...command, waiting: undefined }
      // A foreground command is made again on its own screen.
      if (command.state === 'lost' && !canBeSentAgain(command)) return undefined
      return queued(command, command.waiting && { ...command.waiting, until: 0 })
    case 'cancelled':
      return canBeCancelled(command)
        ? { ...withoutBody(command), state: 'cancelled', waiting: undefined, settledAt: event.at }
        : undefined
    case 'lost':
      return { ...command, state: 'lost' }
  }
}

/** Whether a confirmed command that the server lost can be sent anew, as it was. */
export function canBeSentAgain({ delivery, isBodyDropped }: Command): boolean {
  return delivery === 'background' && isBodyDropped !== true
}

/**
 * Whether the member can take it back. After an attempt the server may have it, so only the server's reply ends it;
 * except where that was that its feature is off: one that the server has is answered as before instead.
 */
export function canBeCancelled({ state, attempt, waiting }: Command): boolean {
  return state === 'queued' && (attempt === 0 || waiting?.why === 'switchedOff')
}

function withoutBody(command: Command): Command {
  return command.body === undefined ? command : { ...command, body: undefined, isBodyDropped: true }
}

function settled(
  command: Command,
  { kind, reply, at }: { kind: 'applied' | 'rejected' | 'conflict' | 'quarantined'; reply: Reply; at: number },
): Command {
  // A quarantined one can still be sent by hand.
  const rest = kind === 'quarantined' ? command : withoutBody(command)
  return { ...rest, state: kind, lease: null, waiting: undefined, reply, settledAt: at }
}

/** The state of a command that may have arrived: background commands are sent again, foreground ones asked for. */
function unanswered(command: Command, waiting: Command['waiting']): Command {
  return command.delivery === 'foreground'
    ? { ...command, state: 'unknown', lease: null, waiting }
    : queued(command, waiting)
}

function queued(command: Command, waiting: Command['waiting']): Command {
  return { ...command, state: 'queued', lease: null, waiting, reply: undefined, settledAt: undefined }
}

function waitingOf({ until, why, http }: Extract<Event, { why: Why }>): Command['waiting'] {
  return { until, why, ...(http && { http }) }
}
