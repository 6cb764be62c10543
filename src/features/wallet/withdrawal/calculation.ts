import type { Answer } from '#protocol/call.ts'
import type { withdrawalCalculate } from '#protocol/wallet.ts'

/**
 * What is known of fee and arrival: `none` is asked for, they are `asking`, `waiting` for a network, `failed`, or
 * `known` for this very amount.
 */
export type Calculation =
  | { is: 'none' | 'asking' | 'waiting' }
  | { is: 'failed'; error: unknown }
  | { is: 'known'; lines: Answer<typeof withdrawalCalculate> }

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
  if (amount === undefined) return { is: 'none' }
  if (fetchStatus === 'paused') return { is: 'waiting' }
  if (amount !== askedFor || fetchStatus === 'fetching') return { is: 'asking' }
  if (error) return { is: 'failed', error }
  return data?.amount === amount ? { is: 'known', lines: data } : { is: 'asking' }
}
