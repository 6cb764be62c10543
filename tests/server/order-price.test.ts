import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, orderNumberOf, savedBy } from '#server/features/orders/rules.ts'

const coupon = fc.oneof(
  fc.record({
    type: fc.constant(1 as const),
    value: fc.integer({ min: 1, max: 10_000 }),
    minimum: fc.nat(100_000),
    savesAtMost: fc.option(fc.integer({ min: 1, max: 100_000 })),
  }),
  fc.record({ type: fc.constant(2 as const), value: fc.integer({ min: 1, max: 1_000_000 }), minimum: fc.nat(100_000) }),
)
const rule = fc.record({ from: fc.integer({ min: 1, max: 10 }), bp: fc.nat(10_000) })

test('the lines of every price add up, and none is below zero or fractional', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.option(rule),
      fc.option(coupon),
      (price, quantity, discount, it) => {
        const lines = linesOf(price, quantity, discount, it)
        expect(lines.amount).toBe(price * quantity)
        expect(lines.amount - lines.discount - lines.coupon).toBe(lines.actualPayment)
        for (const line of [lines.amount, lines.discount, lines.coupon, lines.actualPayment]) {
          expect(Number.isSafeInteger(line)).toBe(true)
          expect(line).toBeGreaterThanOrEqual(0)
        }
      },
    ),
  )
})

test('basis points are rounded down, exactly, also where a product of two integers is not exact', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 10_000 }), (amount, bp) => {
      expect(savedBy({ type: 1, value: bp, minimum: 0 }, amount)).toBe(Number((BigInt(amount) * BigInt(bp)) / 10_000n))
    }),
  )
})

test('the quantity discount starts at its quantity', () => {
  expect(linesOf(1000, 4, { from: 5, bp: 200 }, null).discount).toBe(0)
  expect(linesOf(1000, 5, { from: 5, bp: 200 }, null)).toMatchObject({
    amount: 5000,
    discount: 100,
    actualPayment: 4900,
  })
})

test('a coupon wants its minimum before the discount, and takes off what is left after it', () => {
  const voucher = { type: 2 as const, value: 300, minimum: 5000 }
  expect(linesOf(1000, 5, null, voucher).coupon).toBe(300)
  expect(linesOf(1000, 5, { from: 5, bp: 200 }, voucher)).toMatchObject({ coupon: 300, actualPayment: 4600 })
  expect(linesOf(999, 5, { from: 5, bp: 200 }, voucher).coupon).toBe(0)
  expect(linesOf(1000, 5, { from: 5, bp: 9900 }, voucher)).toMatchObject({ coupon: 50, actualPayment: 0 })
})

test('a discount takes off no more than its most', () => {
  const tenth = { type: 1 as const, value: 1000, minimum: 0, savesAtMost: 250 }
  expect([2000, 2500, 2510, 90_000].map((amount) => savedBy(tenth, amount))).toEqual([200, 250, 250, 250])
  expect(linesOf(90_000, 1, null, tenth)).toMatchObject({ coupon: 250, actualPayment: 89_750 })
})

test('order numbers have one length', () => {
  expect(orderNumberOf('2026-11-20', 42)).toBe('VF202611200000000042')
  expect(orderNumberOf('2026-11-20', 9_999_999_999)).toHaveLength(20)
})
