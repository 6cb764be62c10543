import type { Answer } from '#protocol/call.ts'
import type { BillType, WalletName } from '#protocol/bill-types.ts'
import type { Bill, dayTotals } from '#protocol/wallet.ts'
import { unbroken } from '../../../cache/persistent/list-state.ts'
import type { SyncedList } from '../../../cache/persistent/synced-list.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dayIn } from '../../../lib/dates.ts'
import { addDays } from '../../../lib/days.ts'
import { fits, isSummary } from './bill-types.ts'

type DayTotals = Answer<typeof dayTotals>['items']

export interface Total {
  amount: number
  currency: string
}

/**
 * What a day came to, a total for each currency and for coins and balls. Without a wallet and a type it is money alone,
 * with both sides of each claim and exchange, so that these add nothing.
 */
export function totalOfDay(
  totals: DayTotals,
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

/**
 * The same of a day whose movements are all in the list, so that its total is as new as they are; undefined where some
 * may be missing.
 */
export function totalsInList(list: SyncedList<Bill>, day: string, zone: string): DayTotals | undefined {
  const { items, isComplete } = list
  const here = isComplete ? items : items.slice(0, unbroken(list))
  const last = here.at(-1)
  if (!isComplete && (last === undefined || dayIn(zone, millisOf(last.at)) >= day)) return undefined
  // A coarse filter first: computing the day of an instant is slow, and there may be thousands.
  const [first, end] = [addDays(day, -1), addDays(day, 2)]
  return here
    .filter(({ at }) => at >= first && at < end && dayIn(zone, millisOf(at)) === day)
    .map(({ wallet, kind, amount, currency }) => ({ day, wallet, kind, amount, currency }))
}

function isPoints({ wallet }: Pick<Bill, 'wallet'>): boolean {
  return wallet === 'gold' || wallet === 'lucky'
}
