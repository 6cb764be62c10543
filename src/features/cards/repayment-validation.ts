import type * as v from 'valibot'
import type { PayFrom } from '#protocol/orders.ts'

export type Wallet = v.InferOutput<typeof PayFrom>

export type RepaymentError = 'missing' | 'tooMuch' | 'tooLittleThere'

/**
 * The validation error of a repayment, in minor units. Where the balance isn't known here, only the server can check
 * it.
 */
export function repaymentError({
  amount,
  left,
  balance,
}: {
  amount: number | undefined
  left: number
  balance: number | undefined
}): RepaymentError | undefined {
  if (amount === undefined || amount === 0) return 'missing'
  if (amount > left) return 'tooMuch'
  return balance !== undefined && amount > balance ? 'tooLittleThere' : undefined
}
