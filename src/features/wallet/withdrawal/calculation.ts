import type { Answer } from '#protocol/call.ts'
import type { withdrawalCalculate } from '#protocol/wallet.ts'

/**
 * What is known of fee and arrival: `none` is asked for, they are `asking`, `waiting` for a network, `failed`, or
 * `known` for this very amount.
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
 * What may be shown for `amount`, the one that is typed; `asked` is the question for `askedFor`. Figures of another
 * amount, or of a question that is being asked again, are never shown: they would look like those of now.
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
