import type { Coupon } from '#protocol/wallet.ts'
import { millisOf } from '../../lib/clock.ts'

/**
 * Which coupons are shown: discounts (1) or vouchers (2), received in the last 7 or 30 days (specification 3 and 9).
 */
export interface CouponFilter {
  type: Coupon['type'] | undefined
  days: 7 | 30 | undefined
}

export const everyCoupon: CouponFilter = { type: undefined, days: undefined }

export function isEvery({ type, days }: CouponFilter): boolean {
  return type === undefined && days === undefined
}

const day = 86_400_000

/**
 * The coupons that match the filter, without those that expired since they were stored as available. The device
 * filters, so that it works offline too. `now` in milliseconds.
 */
export function shownCoupons(coupons: readonly Coupon[], { type, days }: CouponFilter, now: number): Coupon[] {
  return coupons.filter(
    (it) =>
      (it.status !== 0 || millisOf(it.expiresAt) > now) &&
      (type === undefined || it.type === type) &&
      (days === undefined || millisOf(it.receivedAt) > now - days * day),
  )
}
