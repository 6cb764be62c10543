import type { Answer } from '#protocol/call.ts'
import type { withdrawInfo } from '#protocol/wallet.ts'

export type Limits = Pick<Answer<typeof withdrawInfo>, 'minimum' | 'maximum' | 'balance' | 'leftToday' | 'currency'>

export type WithdrawalError = 'amountMissing' | 'belowMinimum' | 'aboveMaximum' | 'aboveBalance' | 'aboveDay'

/** The validation error of an amount in minor units. Without the limits, the server decides. */
export function withdrawalError(amount: number | undefined, limits: Limits | undefined): WithdrawalError | undefined {
  if (amount === undefined || amount === 0) return 'amountMissing'
  if (!limits) return undefined
  if (amount < limits.minimum) return 'belowMinimum'
  if (amount > limits.balance) return 'aboveBalance'
  if (amount > limits.maximum) return 'aboveMaximum'
  return amount > limits.leftToday ? 'aboveDay' : undefined
}

/**
 * What to say of an amount. Without a network, figures that may have changed since refuse nothing: they are advice, and
 * the server has the last word.
 */
export function withdrawalVerdict(
  amount: number | undefined,
  limits: Limits | undefined,
  isOnline: boolean,
): { validationError?: WithdrawalError | undefined; advice?: WithdrawalError } {
  const found = withdrawalError(amount, limits)
  const mayHaveChanged = found === 'aboveBalance' || found === 'aboveDay'
  return found !== undefined && mayHaveChanged && !isOnline ? { advice: found } : { validationError: found }
}

/** The most that can be withdrawn now, in minor units; undefined where that is below the minimum. */
export function mostOf({ balance, maximum, leftToday, minimum }: Limits): number | undefined {
  const most = Math.min(balance, maximum, leftToday)
  return most < minimum ? undefined : most
}
