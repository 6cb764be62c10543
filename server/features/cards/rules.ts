/** Cards one member can bind. */
export const mostCards = 10

/** Days from the day a bill is made until it is due. */
export const dueDays = 30

/** A bill in minor units, with the days of the operator. */
export interface BillTerms {
  amount: number
  penalty: number
  repaid: number
  dueOn: string
  completedAt: string | null
  penaltyPausedAt: string | null
}

/** -1 overdue, 0 to repay, 1 penalty paused, 2 completed (specification 3). */
export function statusOfBill(bill: BillTerms, today: string): -1 | 0 | 1 | 2 {
  if (bill.completedAt !== null) return 2
  if (bill.penaltyPausedAt !== null) return 1
  return bill.dueOn < today ? -1 : 0
}

/** What is left to repay, never below 0. */
export function leftOf({ amount, penalty, repaid }: BillTerms): number {
  return amount + penalty - repaid
}
