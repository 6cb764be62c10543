import type { Answer } from '#protocol/call.ts'
import type { BillType, WalletName } from '#protocol/bill-types.ts'
import type { Bill, dayTotals } from '#protocol/wallet.ts'
import { fits, isSummary } from './bill-types.ts'

export interface Total {
  amount: number
  currency: string
}

/**
 * What a day came to, a total for each currency and for coins and balls. Without a wallet and a type it is money alone,
 * with both sides of each claim and exchange, so that these add nothing.
 */
export function totalOfDay(
  totals: Answer<typeof dayTotals>['items'],
  day: string,
  { wallet, type }: { wallet: WalletName | undefined; type: BillType | undefined },
): Total[] {
  const all = wallet === undefined && (type === undefined || isSummary(type))
  const counted = totals.filter((it) => it.day === day && (all ? !isPoints(it) : fits(it, wallet, type)))
  return [...new Set(counted.map((it) => it.currency))].map((currency) => ({
    currency,
    amount: counted.filter((it) => it.currency === currency).reduce((sum, it) => sum + it.amount, 0),
  }))
}

function isPoints({ wallet }: Pick<Bill, 'wallet'>): boolean {
  return wallet === 'gold' || wallet === 'lucky'
}
