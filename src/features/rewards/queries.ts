import { signList, signNumber } from '#protocol/rewards.ts'
import { couponList, type Coupon } from '#protocol/wallet.ts'
import { infiniteReadOf, readOf } from '../../cache/read-of.ts'

export const streak = readOf(signNumber, {})

/** The checked-in days of a month, `2026-11`. */
export function monthOf(month: string) {
  return readOf(signList, { month })
}

export function couponsOf(status: Coupon['status']) {
  return infiniteReadOf(couponList, { status })
}
