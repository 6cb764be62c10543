import type { Command, Lease, Reply, State, Why } from './command.ts'

/** Everything that can happen to a command after it was saved. */
export type Event =
  | { kind: 'claimed'; lease: Lease }
  | { kind: 'applied'; reply: Reply; at: number }
  | { kind: 'rejected'; reply: Reply; at: number }
  | { kind: 'conflict'; reply: Reply; at: number }
  | { kind: 'quarantined'; reply: Reply; at: number }
  | { kind: 'failed'; owner: string; why: Why; until: number }
  | { kind: 'abandoned'; at: number }
  | { kind: 'signInNeeded'; owner: string }
  | { kind: 'signedIn' }
  | { kind: 'updateNeeded'; minCode: number }
  | { kind: 'updated' }
  | { kind: 'retriedByHand' }
  | { kind: 'cancelled'; at: number }

/** States from which each event leads on. What our server says is believed whoever of us hears it, and however late. */
const from: Record<Event['kind'], readonly State[]> = {
  claimed: ['queued'],
  applied: ['inflight', 'queued', 'awaitingSignIn', 'needsUpdate', 'quarantined'],
  rejected: ['inflight', 'queued', 'awaitingSignIn', 'needsUpdate'],
  conflict: ['inflight', 'queued', 'awaitingSignIn', 'needsUpdate'],
  quarantined: ['inflight', 'queued'],
  failed: ['inflight'],
  abandoned: ['inflight'],
  signInNeeded: ['inflight'],
  signedIn: ['awaitingSignIn'],
  updateNeeded: ['inflight', 'queued'],
  updated: ['needsUpdate'],
  retriedByHand: ['queued', 'quarantined', 'needsUpdate', 'awaitingSignIn'],
  cancelled: ['queued'],
}

/**
 * The state table of the design's "Writing": what a command becomes when something happens to it.
 * Pure. Undefined where the event doesn't concern it any more: it was cancelled, or another drainer has taken it over.
 */
export function transition(command: Command, event: Event): Command | undefined {
  if (!from[event.kind].includes(command.state)) return undefined
  switch (event.kind) {
    case 'claimed':
      return { ...command, state: 'inflight', attempt: command.attempt + 1, lease: event.lease, waiting: undefined }
    case 'applied':
    case 'rejected':
    case 'conflict':
    case 'quarantined':
      return { ...command, state: event.kind, lease: null, waiting: undefined, reply: event.reply, settledAt: event.at }
    case 'failed':
      if (command.lease?.owner !== event.owner) return undefined
      return queued(command, { until: event.until, why: event.why })
    case 'abandoned':
      return queued(command, { until: event.at, why: 'interrupted' })
    case 'signInNeeded':
      if (command.lease?.owner !== event.owner) return undefined
      return { ...command, state: 'awaitingSignIn', lease: null, waiting: undefined }
    case 'updateNeeded':
      return { ...command, state: 'needsUpdate', lease: null, waiting: undefined, minCode: event.minCode }
    case 'signedIn':
    case 'updated':
      return queued(command, command.waiting)
    case 'retriedByHand':
      return queued(command, command.waiting && { ...command.waiting, until: 0 })
    case 'cancelled':
      // Once sent, the server may have it: only its word can end the command.
      return command.attempt > 0 ? undefined : { ...command, state: 'cancelled', settledAt: event.at }
  }
}

function queued(command: Command, waiting: Command['waiting']): Command {
  return { ...command, state: 'queued', lease: null, waiting, reply: undefined, settledAt: undefined }
}
