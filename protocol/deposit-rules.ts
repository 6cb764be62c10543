/** What makes the interest of a deposit: basis points a year, simple. */
export interface DepositRate {
  days: number
  rateBp: number
}

/** Basis points of a year, in days: what a principal times its days and its rate is divided by. */
export const depositParts = 10_000n * 365n

/** Interest over the whole term in minor units, truncated. Exact for any amount: no step of it is a fraction. */
export function interestOf(principal: number, { days, rateBp }: DepositRate): number {
  return Number((BigInt(principal) * BigInt(days) * BigInt(rateBp)) / depositParts)
}
