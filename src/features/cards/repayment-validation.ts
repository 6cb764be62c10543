import type * as v from 'valibot'
import type { PayFrom } from '#protocol/orders.ts'

export type Wallet = v.InferOutput<typeof PayFrom>

export type RepaymentError = 'missing' | 'tooMuch' | 'tooLittleThere'

/**
 * What is wrong with an amount that is to be repaid, in minor units. A balance that isn't known here is the server's to
 * judge.
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
