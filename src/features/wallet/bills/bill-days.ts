import type { Answer } from '#protocol/call.ts'
import type { BillType, WalletName } from '#protocol/bill-types.ts'
import type { Bill, dayTotals } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dayIn } from '../../../lib/dates.ts'
import { fits, isSummary } from './bill-types.ts'

/**
 * The day of each bill in a zone, newest first as the bills. Bills of one day lie side by side: halving finds where
 * days change, because computing the day of an instant is slow, and there may be thousands.
 */
export function daysOfBills(bills: readonly Pick<Bill, 'at'>[], zone: string): string[] {
  const days: string[] = []
  const dayAt = (index: number) => dayIn(zone, millisOf(bills[index]?.at ?? ''))
  const fill = (from: number, first: string, to: number, last: string): void => {
    if (first === last || to - from < 2) {
      days.fill(first, from, to)
      days[to] = last
      return
    }
    const middle = (from + to) >> 1
    const day = dayAt(middle)
    fill(from, first, middle, day)
    fill(middle, day, to, last)
  }
  if (bills.length === 0) return days
  days.length = bills.length
  fill(0, dayAt(0), bills.length - 1, dayAt(bills.length - 1))
  return days
}

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
