import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import type { OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import { riskPoints } from '#src/features/orders/risk-points.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

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

test("the operator's fee is told exactly: cut off it would look smaller than it is", () => {
  const fees = riskPoints(draft, { ...product, memberShareBp: 8775 }).find((it) => it.key.startsWith('fees'))
  const words = renderToStaticMarkup(<I18nProvider i18n={i18n}>{fees?.text}</I18nProvider>)
  expect(words.replaceAll(/<[^>]+>/g, '')).toContain('The operator keeps 12.25% of')
})
