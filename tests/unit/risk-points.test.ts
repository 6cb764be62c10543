import { expect, test } from 'vitest'
import type { OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import { riskPoints } from '#src/features/orders/risk-points.tsx'

const draft = { currency: 'USD', quantity: 2, actualPayment: 2000, productName: 'Scooter' } as OrderDraft
const product = {
  validityDays: 365,
  settlementType: 0,
  memberShareBp: 8000,
  unitsTotal: 100,
  earnedLast30Days: 500,
  cancellationHours: 24,
} as ProductDetail
const keys = (changed: Partial<ProductDetail> = {}) => riskPoints(draft, { ...product, ...changed }).map((it) => it.key)

test.each<[Partial<ProductDetail>, RegExp]>([
  [{ validityDays: 180 }, /^term/],
  [{ settlementType: 2 }, /^term/],
  [{ memberShareBp: 7000 }, /^fees/],
  [{ unitsTotal: 200 }, /^fees/],
  [{ cancellationHours: 0 }, /^cancel/],
])('a risk whose terms changed to %o has to be read again, and no other', (changed, point) => {
  const again = keys(changed).filter((it) => !keys().includes(it))
  expect(again).toEqual([expect.stringMatching(point)])
})
