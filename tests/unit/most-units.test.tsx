import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import type { ProductDetail } from '#protocol/products.ts'
import { MostUnits } from '#src/features/orders/most-units.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const product = { stock: 9, purchaseLimit: 5, held: 1 } as ProductDetail

test.each([
  [1, 'Up to 3 more'],
  [3, '1 more at most'],
  [4, 'You have 1 unit. Each member can have 5.'],
])('beside a quantity of %i stands how many can be added to it: %s', (quantity, words) => {
  expect(markupOf(<MostUnits product={product} quantity={quantity} />)).toBe(words)
})
