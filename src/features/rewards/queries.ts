import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import { signList, signNumber } from '#protocol/rewards.ts'
import { couponList, type Coupon } from '#protocol/wallet.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'
import type { QueryLike } from '../../ui/query-states.tsx'

export const streak = readOf(signNumber, {})

/** The checked-in days of a month, `2026-11`. */
export function monthOf(month: string) {
  return readOf(signList, { month })
}

/**
 * The same on a screen. Where it can't be asked for, a month that began since the streak was last heard has no
 * check-ins, with the age of the streak.
 */
export function useMonth(month: string): QueryLike<Pick<Answer<typeof signList>, 'days'>> {
  const asked = useQuery(monthOf(month))
  const { data, dataUpdatedAt } = useQuery(streak)
  const hasBegunSince = data !== undefined && data.today < `${month}-01`
  return asked.data === undefined && asked.fetchStatus !== 'fetching' && hasBegunSince
    ? { ...asked, data: { days: [] }, dataUpdatedAt }
    : asked
}

export function couponsOf(status: Coupon['status']) {
  return infiniteReadOf(couponList, { status })
}
