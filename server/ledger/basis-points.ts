/** Basis points of an amount in minor units, rounded down; exact for every safe integer. */
export function partOf(amount: number, bp: number): number {
  return Math.floor(amount / 10_000) * bp + Math.floor(((amount % 10_000) * bp) / 10_000)
}
