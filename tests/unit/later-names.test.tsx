import { setupI18n } from '@lingui/core'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { orderList, type Order } from '#protocol/orders.ts'
import { goodsList, userGoodsList, type ProductCard, type UnitCard } from '#protocol/products.ts'
import { streamList, type Bill } from '#protocol/wallet.ts'
import { shownKind } from '#src/entities/product-path.ts'
import { ProductRow } from '#src/entities/product-row.tsx'
import { SettlementName, Validity } from '#src/entities/product-words.tsx'
import { UnitStateChip } from '#src/entities/unit-words.tsx'
import { shownProducts } from '#src/features/home/shown-products.ts'
import { OrderRow } from '#src/features/orders/order-row.tsx'
import { fits as fitsOnly } from '#src/features/orders/use-orders.ts'
import { DrawStatusChip } from '#src/features/products/draw-status.tsx'
import { BillRow } from '#src/features/wallet/bills/bill-row.tsx'
import { fits } from '#src/features/wallet/bills/bill-types.ts'
import { markupOf } from '#tests/support/markup.tsx'

// What a newer server sends, as an older app reads it; and the other way round, what an older server leaves out.

const id = '00000000-0000-4000-8000-000000000001'
const at = '2026-11-20T06:00:00.000Z'

const bill = { id: 'x', at, amount: 5, currency: 'USD', subject: null, orderId: null, unitId: null }
const order = {
  id,
  orderNumber: 'V-1',
  productId: id,
  productName: 'Melati',
  art: 'car',
  currency: 'USD',
  quantity: 1,
  unitPrice: 100,
  amount: 100,
  discount: 0,
  coupon: 0,
  actualPayment: 100,
  paidAt: at,
  cancelledAt: null,
  cancellableUntil: null,
  unitIds: [],
  giftPoints: 0,
}
const unit = {
  id,
  productId: id,
  machineId: id,
  kind: 'vehicle',
  name: 'Melati',
  art: 'car',
  currency: 'USD',
  price: 100,
  drawStatus: 0,
  settlementType: 0,
  activeFrom: at,
  expiresAt: at,
  pending: 0,
  claimed: 0,
  accruing: 0,
  nextSettlementAt: null,
  sparkline: [],
}

function drawn(what: ReactNode): string {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  return markupOf(what, { i18n }).replaceAll(/<[^>]*>/g, ' ')
}

test('a bill of a kind or wallet that this build does not know leaves the list readable, and is drawn plainly', () => {
  const { items } = v.parse(streamList.answer, {
    items: [
      { ...bill, wallet: 'income', kind: 'royalty' },
      { ...bill, wallet: 'carbon', kind: 'topup' },
      { ...bill, wallet: 'gold', kind: 'level_bonus' },
    ],
  })
  // As it came, so that a newer build finds its name again in what was stored meanwhile.
  expect(items.map((it: Bill) => `${it.wallet} ${it.kind}`)).toEqual([
    'income royalty',
    'carbon topup',
    'gold level_bonus',
  ])
  const rows = items.map((it) => drawn(<BillRow zone="UTC" bill={it} hasWallet />))
  expect(rows[0]).toContain('Transaction')
  expect(rows[1]).toContain('Top-up')
  expect(rows[2]).toContain('Level reached')
  expect(items.map((it) => fits(it, undefined, undefined))).toEqual([true, true, true])
})

test('an order of an unknown state, kind or wallet is listed, also one of a server that sends no kind yet', () => {
  const { items } = v.parse(orderList.answer, {
    items: [
      { ...order, kind: 'battery', status: 'reserved', paidFrom: 'points' },
      { ...order, status: 'working', paidFrom: 'income' },
    ],
  })
  const rows = items.map((it: Order) => drawn(<OrderRow order={it} />))
  expect(rows[0]).toContain('Other status')
  expect(rows[1]).toContain('Working')
  expect(items.map((it) => fitsOnly(it, 'vehicle'))).toEqual([false, false])
})

test('a unit of an unknown state, or whose machine is in one, is listed', () => {
  const { items } = v.parse(userGoodsList.answer, {
    items: [
      { ...unit, status: 'lent', serviceState: 'idle' },
      { ...unit, status: 'active', serviceState: 'charging' },
      { ...unit, status: 'active', serviceState: 'idle' },
    ],
  })
  expect(items.map((it: UnitCard) => drawn(<UnitStateChip unit={it} />).trim())).toEqual([
    'Other status',
    'Other status',
    'Idle',
  ])
})

const product = {
  id,
  kind: 'vehicle',
  categoryId: 'cars',
  name: 'Melati',
  edition: 'One year',
  art: 'car',
  currency: 'USD',
  price: 100,
  dailyIncome: 5,
  totalReturn: 1500,
  yieldRate: 15_000,
  earnedLast30Days: null,
  validityDays: 365,
  validityPeriods: 365,
  settlementType: 0,
  stock: 5,
  unitsTotal: 10,
  purchaseLimit: 0,
  levelNeeded: 0,
  giftPoints: 0,
  deviceNumber: 'VF-1',
  serviceState: 'idle',
  operatorId: 'demo',
}

test('a product or unit of an unknown kind, or paid in an unknown rhythm, is listed beside the others', () => {
  const later = { kind: 'vessel', settlementType: 9 }
  const products = v.parse(goodsList.answer, { items: [product, { ...product, ...later }] }).items
  expect(products.map((it) => drawn(<SettlementName type={it.settlementType} />))).toEqual([
    'Paid daily',
    'Paid at other times',
  ])
  expect(drawn(<ProductRow product={products[1]!} />)).toContain('Melati')
  expect(products.map((it) => shownKind(it.kind))).toEqual(['vehicle', 'pile'])
  const units = v.parse(userGoodsList.answer, {
    items: [{ ...unit, ...later, status: 'active', serviceState: 'idle', drawStatus: 7 }],
  }).items
  expect(units.map((it) => drawn(<DrawStatusChip unit={it} />).trim())).toEqual(['Other status'])
})

test('a product that an earlier build stored, before its term had periods, is drawn without them', () => {
  const { validityPeriods, operatorId, ...stored } = product
  const read = stored as unknown as ProductCard
  expect(drawn(<ProductRow product={read} />)).toContain('Melati')
  expect(drawn(<Validity days={read.validityDays} periods={read.validityPeriods} type={2} />).trim()).toBe('365 days')
  const all = { text: '', kind: 'all', sort: 'featured', balance: undefined } as const
  expect(shownProducts([read], all)).toHaveLength(1)
  expect([validityPeriods, operatorId]).toEqual([365, 'demo'])
})

test('what is no name at all is still refused', () => {
  for (const kind of ['', 7, null, 'x'.repeat(61)])
    expect(v.is(streamList.answer, { items: [{ ...bill, wallet: 'income', kind }] })).toBe(false)
})
