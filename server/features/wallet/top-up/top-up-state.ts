import type { TopUp } from '#protocol/wallet.ts'
import { millisOf } from '../../../clock.ts'

/** What was asked for. `due` in the asset's smallest unit, `amount` in minor units. */
export interface Awaited {
  amount: number
  due: number
  expiresAt: string
}
/** What a rail has brought for it. `credited` in minor units, null until it is final; 0 is dust. */
export interface Brought {
  value: number
  confirmed: number
  isGone: boolean
  arrivedAt: string
  credited: number | null
  creditedAt: string | null
}

type Known = Pick<TopUp, 'state' | 'seen' | 'confirmed' | 'amount' | 'creditedAt'>

/**
 * A top-up's state. An unconfirmed transfer takes precedence; then the sum decides: under, exact or over. `late` means
 * that the time ran out before anything was sent, even if it was credited later.
 */
export function stateOf(
  { amount, due, expiresAt }: Awaited,
  brought: readonly Brought[],
  confirmations: number,
  now: number,
): Known {
  const kept = brought.filter((it) => it.credited !== 0 && (it.credited !== null || !it.isGone))
  const seen = kept.reduce((sum, it) => sum + it.value, 0)
  const open = kept.filter((it) => it.credited === null)
  const credited = kept.reduce((sum, it) => sum + (it.credited ?? 0), 0)
  const creditedAt =
    kept
      .flatMap((it) => it.creditedAt ?? [])
      .toSorted()
      .at(-1) ?? null
  const known = { seen, creditedAt, amount: credited > 0 && open.length === 0 ? credited : amount }
  if (open.length > 0) {
    const confirmed = Math.min(confirmations, ...open.map((it) => it.confirmed))
    return { ...known, confirmed, state: confirmed === 0 ? 'seen' : 'confirming' }
  }
  if (credited === 0) return { ...known, confirmed: 0, state: now > millisOf(expiresAt) ? 'late' : 'waiting' }
  const isLate = kept.every((it) => it.arrivedAt > expiresAt)
  return {
    ...known,
    confirmed: confirmations,
    state: isLate ? 'late' : seen < due ? 'underpaid' : seen > due ? 'overpaid' : 'credited',
  }
}

const second = 1000
const minute = 60 * second
const day = 1440 * minute

/**
 * When to ask the rail again: often while the top-up is open, ever more rarely afterwards. It never ends, because
 * somebody can send to an address years after it was given to them.
 */
export function nextLook(expiresAt: string, state: TopUp['state'], now: number): number {
  const over = now - millisOf(expiresAt)
  if (state === 'seen' || state === 'confirming') return now + 10 * second
  if (over < 0) return now + (state === 'waiting' || state === 'underpaid' ? 10 * second : minute)
  if (over < day) return now + 10 * minute
  if (over < 30 * day) return now + 6 * 60 * minute
  return now + (over < 365 * day ? day : 7 * day)
}
