import { describe, expect, test } from 'vitest'
import type { Coupon } from '#protocol/wallet.ts'
import { everyCoupon, isEvery, shownCoupons } from '#src/features/rewards/shown-coupons.ts'

const now = Date.parse('2026-11-21T06:00:00Z')
const coupon = (id: string, type: Coupon['type'], daysAgo: number): Coupon => ({
  id,
  type,
  status: 0,
  name: id,
  value: 500,
  currency: 'USD',
  minimumSpend: 0,
  savesAtMost: null,
  receivedAt: new Date(now - daysAgo * 86_400_000).toISOString(),
  expiresAt: '2027-01-01T00:00:00Z',
  usedAt: null,
  orderId: null,
})
const all = [
  coupon('new', 1, 0),
  coupon('week', 2, 6.9),
  coupon('after a week', 1, 7),
  coupon('month', 2, 29.9),
  coupon('old', 1, 31),
]
const shown = (filter: Parameters<typeof shownCoupons>[1]) => shownCoupons(all, filter, now).map((it) => it.id)

describe('coupons, as they are looked at (specification 3 and 9)', () => {
  test('all of them', () => expect([shown(everyCoupon).length, isEvery(everyCoupon)]).toEqual([5, true]))
  test('of the last 7 and 30 days', () => {
    expect(shown({ type: undefined, days: 7 })).toEqual(['new', 'week'])
    expect(shown({ type: undefined, days: 30 })).toEqual(['new', 'week', 'after a week', 'month'])
  })
  test('discounts and vouchers', () => {
    expect(shown({ type: 1, days: undefined })).toEqual(['new', 'after a week', 'old'])
    expect(shown({ type: 2, days: 7 })).toEqual(['week'])
    expect(isEvery({ type: 2, days: undefined })).toBe(false)
  })
  test('one that expired since it was stored is available no more; used and expired ones stay', () => {
    const until = (id: string, status: Coupon['status'], ms: number): Coupon => ({
      ...coupon(id, 1, 3),
      status,
      expiresAt: new Date(now + ms).toISOString(),
    })
    const stored = [until('gone', 0, 0), until('last moment', 0, 1), until('used', 1, -1), until('expired', 2, -1)]
    expect(shownCoupons(stored, everyCoupon, now).map((it) => it.id)).toEqual(['last moment', 'used', 'expired'])
  })
})
