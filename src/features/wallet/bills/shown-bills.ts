import type { BillType, WalletName } from '#protocol/bill-types.ts'
import type { Bill } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dayIn } from '../../../lib/dates.ts'
import { addDays } from '../../../lib/days.ts'
import { daysOf, type DaySpan } from '../../../entities/day-span.ts'
import { fits } from './bill-types.ts'

/** The filter. Without a wallet all wallets match, and so for type and span. */
export interface Wanted {
  wallet?: WalletName | undefined
  type?: BillType | undefined
  span?: DaySpan | undefined
}

/** The movements on this device that match; `span` is in days of the member's time zone. */
export function shownBills(bills: readonly Bill[], { wallet, type, span }: Wanted, zone: string, now: number): Bill[] {
  const own = bills.filter((it) => fits(it, wallet, type))
  if (span === undefined) return own
  const { from, to } = daysOf(span, dayIn(zone, now))
  const [first, last] = [addDays(from, -1), addDays(to, 2)]
  // A coarse filter first: computing the day of an instant is slow, and there may be thousands.
  return own
    .filter(({ at }) => at >= first && at < last)
    .filter(({ at }) => {
      const day = dayIn(zone, millisOf(at))
      return day >= from && day <= to
    })
}

/** Whether the server may have movements of the span that are older than the oldest one on this device. */
export function goesFurther(oldest: Bill | undefined, span: DaySpan | undefined, zone: string, now: number): boolean {
  return (
    span === undefined ||
    oldest === undefined ||
    dayIn(zone, millisOf(oldest.at)) >= daysOf(span, dayIn(zone, now)).from
  )
}
