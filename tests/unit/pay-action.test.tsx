import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import type { OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import { productOf } from '#src/entities/product.ts'
import { profile } from '#src/entities/profile.ts'
import { DraftProduct } from '#src/features/orders/draft-product.tsx'
import { PayAction } from '#src/features/orders/pay-action.tsx'
import { markupOf } from '#tests/support/markup.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const lines = { quantity: 2, unitPrice: 1000, amount: 2000, discount: 0, coupon: 0, actualPayment: 2000 }
const draft = {
  id: 'd',
  productId: 'p',
  productName: 'Kilat',
  art: 'scooter',
  picture: null,
  kind: 'vehicle',
  currency: 'USD',
  ...lines,
  couponId: null,
  coupons: [],
  levelNeeded: 0,
  stock: 9,
  expiresAt: '2026-11-20T08:00:00.000Z',
} as unknown as OrderDraft
const product = { id: 'p', name: 'Kilat', stock: 9, purchaseLimit: 0, held: 0, validityDays: 9 } as ProductDetail

interface Known {
  levelNeeded?: number
  offer?: Partial<ProductDetail>
  level?: number
}

function shown(of: (draft: OrderDraft) => ReactNode, { levelNeeded = 0, offer = {}, level }: Known = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const it = { ...draft, levelNeeded }
  client.setQueryData(productOf('vehicle', 'p').queryKey, { ...product, ...offer })
  if (level !== undefined) client.setQueryData(profile.queryKey, { userLevel: { level } } as never)
  return markupOf(<RouterContextProvider router={router}>{of(it)}</RouterContextProvider>, { client })
}

const action = (draft: OrderDraft) => <PayAction draft={draft} canPay isPaying={false} onReview={() => {}} />
const machine = (draft: OrderDraft) => <DraftProduct draft={draft} />
const isPayable = (markup: string) => markup.includes('Review and pay') && !markup.includes('disabled=""')

test('a draft within every limit can be paid', () => {
  expect(isPayable(shown(action))).toBe(true)
  expect(isPayable(shown(action, { levelNeeded: 1, level: 1 }))).toBe(true)
})

test('a draft for more units than there are, or than the member can have, says so before anything is asked', () => {
  const cases: [Partial<ProductDetail>, string][] = [
    [{ stock: 1 }, '1 unit is left.'],
    [{ stock: 0 }, 'All units of this machine are owned by members.'],
    [{ purchaseLimit: 3, held: 2 }, 'Each member can'],
  ]
  for (const [offer, why] of cases) {
    expect([offer, isPayable(shown(action, { offer }))]).toEqual([offer, false])
    expect(shown(machine, { offer })).toContain(why)
    expect(shown(machine, { offer })).toContain('Change the number of units')
  }
  expect(shown(machine)).not.toContain('Up to')
})

test('a draft above the level of the member names it in place of the button', () => {
  const markup = shown(action, { levelNeeded: 2, level: 1 })
  expect(markup).toContain('Level 2 needed')
  expect(markup).toContain('You are at level 1.')
  expect(markup).not.toContain('Review and pay')
  expect(isPayable(shown(action, { levelNeeded: 2 })), 'the level is not known yet').toBe(false)
  expect(isPayable(shown(action))).toBe(true)
})
