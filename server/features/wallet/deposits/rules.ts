import { depositParts, type DepositRate } from '#protocol/deposit-rules.ts'

/** The largest principal whose interest is no more than `interest`. */
export function principalWithin(interest: number, { days, rateBp }: DepositRate): number {
  const perPart = BigInt(days) * BigInt(rateBp)
  // The next unit of interest begins at this principal; one below it is the last that fits.
  return Number(((BigInt(interest) + 1n) * depositParts + perPart - 1n) / perPart - 1n)
}
