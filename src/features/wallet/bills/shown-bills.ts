import type { Bill } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dayIn } from '../../../lib/dates.ts'
import { addDays } from '../../../lib/days.ts'
import { daysOf, type BillSpan } from './bill-span.ts'
import { fits, type BillType, type WalletName } from './bill-types.ts'

/** What is looked for; without a wallet all of them, without a type or a span whatever. */
export interface Wanted {
  wallet?: WalletName | undefined
  type?: BillType | undefined
  span?: BillSpan | undefined
}

/** The movements that are wanted, `span` in the member's days, out of those on this device. */
export function shownBills(bills: readonly Bill[], { wallet, type, span }: Wanted, zone: string, now: number): Bill[] {
  const own = bills.filter((it) => fits(it, wallet, type))
  if (span === undefined) return own
  const { from, to } = daysOf(span, dayIn(zone, now))
  const [first, last] = [addDays(from, -1), addDays(to, 2)]
  // The rough look first: finding out somebody's day takes a while, and there may be thousands.
  return own
    .filter(({ at }) => at >= first && at < last)
    .filter(({ at }) => {
      const day = dayIn(zone, millisOf(at))
      return day >= from && day <= to
    })
}

/** Whether movements of that span may lie below the oldest one known. */
export function goesFurther(oldest: Bill | undefined, span: BillSpan | undefined, zone: string, now: number): boolean {
  return (
    span === undefined ||
    oldest === undefined ||
    dayIn(zone, millisOf(oldest.at)) >= daysOf(span, dayIn(zone, now)).from
  )
}
