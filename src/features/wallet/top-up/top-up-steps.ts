import type { TopUp } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'

const second = 1000
const minute = 60 * second
const day = 1440 * minute
const longest = minute
/**
 * How long a top-up stays in the lists after its time where nothing arrived. Its address is watched for ever
 * (docs/decisions/0080), and what arrives later is in the bills.
 */
const listedFor = 30 * day

/** The member's next step: `send` the whole amount, `send-rest`, `wait`, `again` with a new top-up, or none. */
export type TopUpTask = 'send' | 'send-rest' | 'wait' | 'again' | 'none'

export function taskOf({ state, creditedAt, expiresAt }: TopUp, now: number): TopUpTask {
  const isInTime = now < millisOf(expiresAt)
  switch (state) {
    // The server returns `late` at the next request; money sent meanwhile would be credited at another rate.
    case 'waiting':
      return isInTime ? 'send' : 'again'
    case 'seen':
    case 'confirming':
      return 'wait'
    case 'underpaid':
      return isInTime ? 'send-rest' : 'none'
    case 'late':
      return creditedAt === null ? 'again' : 'none'
    case 'credited':
    case 'overpaid':
      return 'none'
  }
}

/** True once the money was credited and no more is expected. */
export function isSettled({ state, creditedAt }: TopUp): boolean {
  return state === 'credited' || state === 'overpaid' || (state === 'late' && creditedAt !== null)
}

/** True once the top-up no longer stands in the lists: its rest can't be sent, or nothing has arrived for long. */
export function isPast({ state, expiresAt }: TopUp, now: number): boolean {
  return now >= millisOf(expiresAt) + (state === 'underpaid' ? 0 : listedFor)
}

/** The missing amount, in the asset's smallest unit. */
export function leftToSend({ due, seen }: TopUp): number {
  return Math.max(0, due - seen)
}

/**
 * Milliseconds until the next request, false once the top-up is settled. Requests are frequent while a transfer is
 * being confirmed, and rarer the longer none arrives. `silentMs` is the time since the last successful answer, 0
 * without failures: the next pause is as long, so pauses double.
 */
export function askAfter(topUp: TopUp | undefined, silentMs: number, now: number): number | false {
  if (topUp && isSettled(topUp)) return false
  const usual = topUp ? usualWait(topUp, now) : 5 * second
  return Math.min(longest, Math.max(usual, silentMs))
}

function usualWait({ state, openedAt, expiresAt }: TopUp, now: number): number {
  if (state === 'seen' || state === 'confirming') return 4 * second
  if (now >= millisOf(expiresAt)) return longest
  const age = now - millisOf(openedAt)
  return age < 3 * minute ? 5 * second : age < 15 * minute ? 15 * second : 30 * second
}
