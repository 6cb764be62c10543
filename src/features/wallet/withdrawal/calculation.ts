import type { Answer } from '#protocol/call.ts'
import type { withdrawalCalculate } from '#protocol/wallet.ts'

/**
 * The state of fee and arrival for the typed amount: `none` without an amount, `asking` while the request runs,
 * `waiting` for a network, `failed`, or `known` for exactly this amount.
 */
export type Calculation =
  | { kind: 'none' | 'asking' | 'waiting' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'known'; lines: Answer<typeof withdrawalCalculate> }

interface Asked {
  data: Answer<typeof withdrawalCalculate> | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
}

/**
 * The state to show for the typed `amount`; the third parameter is the query for `askedFor`. Figures for another
 * amount, or from before a request that is running, are never shown, because they would look current.
 */
export function calculationFor(
  amount: number | undefined,
  askedFor: number | undefined,
  { data, error, fetchStatus }: Asked,
): Calculation {
  if (amount === undefined) return { kind: 'none' }
  if (fetchStatus === 'paused') return { kind: 'waiting' }
  if (amount !== askedFor || fetchStatus === 'fetching') return { kind: 'asking' }
  if (error) return { kind: 'failed', error }
  return data?.amount === amount ? { kind: 'known', lines: data } : { kind: 'asking' }
}
