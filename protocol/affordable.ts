/** What "within my balance" means, on the server, in the Mall and in every list. Pure. */

/** One order is paid from one wallet (specification 3, payment method), so the larger one counts. Minor units. */
export function spendableBalance({ recharge, income }: { recharge: number; income: number }): number {
  return Math.max(recharge, income)
}

/** True where a unit is left and costs no more than `balance`, in minor units of the product's currency. */
export function isAffordable({ price, stock }: { price: number; stock: number }, balance: number): boolean {
  return stock > 0 && price <= balance
}
