import type { settleCommands } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { ApiError } from '../api/api-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { Command } from './command.ts'
import { isHeld } from './lease.ts'
import { succeeded, whyOf } from './outcome.ts'
import { ownReply } from './own-replies.ts'
import { backOff, isDue } from './retry.ts'
import type { Event } from './transition.ts'

export type Outcomes = Answer<typeof settleCommands>['outcomes']

export interface SettlePorts {
  /**
   * Asks the server what became of these commands of a member, at most 20; none is carried out by it. Rejects with
   * ApiError.
   */
  outcomesOf(keys: readonly string[], uid: string): Promise<Outcomes>
  uid: string
  clock: Clock
  random: () => number
}

/** The most keys in one request, as the protocol allows. */
const mostKeys = 20

/** Asks the server for the outcomes of `rows` and saves them with `put`. Rejects only where `put` does. */
export async function settle(
  ports: SettlePorts,
  rows: readonly Command[],
  put: (id: string, event: Event) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += mostKeys) {
    const part = rows.slice(from, from + mostKeys)
    await settlePart(ports, part, put)
  }
}

async function settlePart(
  ports: SettlePorts,
  rows: readonly Command[],
  put: (id: string, event: Event) => Promise<unknown>,
): Promise<void> {
  const { clock, random } = ports
  let outcomes: Outcomes
  try {
    outcomes = await ports.outcomesOf(
      rows.map((row) => row.id),
      ports.uid,
    )
  } catch (failure) {
    const why = whyOf(failure)
    const { retryAfter, http } = failure instanceof ApiError ? failure : {}
    for (const { id, checks = 0 } of rows)
      await put(id, { kind: 'checked', why, until: clock.now() + backOff(checks + 1, random, retryAfter), http })
    return
  }
  for (const outcome of outcomes) await put(outcome.key, eventOf(outcome, clock.now()))
}

function eventOf(outcome: Outcomes[number], at: number): Event {
  switch (outcome.kind) {
    case 'applied':
      return succeeded(outcome.data, at)
    case 'rejected':
      return { kind: 'rejected', reply: { errno: outcome.errno, message: outcome.message }, at }
    case 'notArrived':
      return notArrived(at)
  }
}

export function notArrived(at: number): Event {
  return { kind: 'rejected', reply: ownReply('notArrived'), at }
}

/**
 * What a tab that died has left behind: saved and never sent, or sent and not answered. Undefined where it may be
 * alive.
 */
export function leftBehind(row: Command, now: number): Event | undefined {
  if (row.delivery !== 'foreground' || isHeld(row.lease, now)) return undefined
  if (row.state === 'queued') return notArrived(now)
  if (row.state === 'inflight') return { kind: 'abandoned', at: now }
  return undefined
}

/** When a foreground row is to be looked at next; undefined where it isn't. */
export function dueAt(row: Command, now: number): number | undefined {
  if (row.delivery !== 'foreground') return undefined
  if (row.state === 'unknown')
    return row.waiting === undefined || isDue(row.waiting.until, now) ? now : row.waiting.until
  if (row.state !== 'queued' && row.state !== 'inflight') return undefined
  return isHeld(row.lease, now) ? row.lease.until : now
}
