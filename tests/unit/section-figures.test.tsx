import { i18n } from '@lingui/core'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProductCard } from '#protocol/products.ts'
import { balances } from '#src/entities/balances.ts'
import { productOf } from '#src/entities/product.ts'
import { PayFrom } from '#src/features/cards/pay-from.tsx'
import { PointsGoods } from '#src/features/home/points-goods.tsx'
import { OrderSum } from '#src/features/pointsmall/order-sum.tsx'
import { YourCoins } from '#src/features/pointsmall/your-coins.tsx'
import { CompareTable } from '#src/features/products/compare-table.tsx'
import { OthersLikeThis } from '#src/features/products/others-like-this.tsx'
import { recommendedBeside, sessionTotalsOf } from '#src/features/products/queries.ts'
import { SessionTotals } from '#src/features/products/session-totals.tsx'
import { recharge, rewardsOf } from '#src/features/team/queries.ts'
import { TeamRecharge } from '#src/features/team/team-recharge.tsx'
import { WhatCameOfIt } from '#src/features/team/what-came-of-it.tsx'
import { settledMarkupOf } from '#tests/support/markup.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const offer = { id, kind: 'pile', art: 'pile', currency: 'USD', price: 100, name: 'Kilat', edition: 'one' }
const product = {
  ...offer,
  categoryId: 'fast',
  earnedLast30Days: 3,
  dailyIncome: 1,
  stock: 1,
  unitsTotal: 2,
} as ProductCard
const detail = { ...product, history: [], memberShareBp: 8000, cancellationHours: 24 }
const wallets = { goldCoins: 40, recharge: 900, income: 100, currency: 'USD' }
const sessions = { sessions: 2, revenue: 90, perUnit: 9, energyWh: 1, distanceM: 1, currency: 'USD' }
const sums = { total: 700, last30Days: 70, currency: 'USD', membersNeeded: 3 }
const mug = { id, art: 'mug', name: 'Mug', line: 'white', points: 30, stock: 2, levelNeeded: 0 }
const rewards = { pages: [{ items: [], inviteGoldCoins: 300, receivable: 1 }], pageParams: [undefined] }

/** What shows figures beside those of its screen, the query they come from, and what it says once they are there. */
const parts: [string, () => ReactNode, readonly unknown[], unknown, RegExp][] = [
  ['the coins above the points mall', () => <YourCoins />, balances.queryKey, wallets, /value="40"/],
  ['the coins of an order', () => <OrderSum points={30} />, balances.queryKey, wallets, /value="40"/],
  [
    'the wallets of a repayment',
    () => (
      <PayFrom names={{ recharge: 'Recharge', income: 'Income' }} currency="USD" value="income" onChange={() => {}} />
    ),
    balances.queryKey,
    wallets,
    /value="900"/,
  ],
  [
    'the details of a comparison',
    () => <CompareTable products={[product]} onRemove={() => {}} />,
    productOf('pile', id).queryKey,
    detail,
    /24 hours/,
  ],
  ['what a machine did', () => <SessionTotals unitId={id} />, sessionTotalsOf(id).queryKey, sessions, /value="90"/],
  ['similar offers', () => <OthersLikeThis id={id} />, recommendedBeside(id).queryKey, { items: [product] }, /Kilat/],
  ["the team's top-ups", () => <TeamRecharge />, recharge.queryKey, sums, /value="700"/],
  ['what inviting brings', () => <WhatCameOfIt />, rewardsOf(undefined).queryKey, rewards, /300 gold coins/],
  ['goods for points', () => <PointsGoods />, ['v2/pointMall/list', { limit: 4 }], { items: [mug] }, /Mug/],
]

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (part: () => ReactNode, client: QueryClient) =>
  settledMarkupOf(<RouterContextProvider router={router}>{part()}</RouterContextProvider>, { client })

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

afterEach(() => {
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
})

describe.each(parts)('%s', (_, part, queryKey, data, says) => {
  test('are shown with their age without a network, and plainly with one', async () => {
    const client = new QueryClient()
    client.setQueryData(queryKey, data, { updatedAt: Date.now() - 3600_000 })
    expect(await shown(part, client)).toMatch(says)
    expect(await shown(part, client)).not.toContain('As of')
    onlineManager.setOnline(false)
    expect(await shown(part, client)).toMatch(says)
    expect(await shown(part, client)).toContain('As of')
  })

  test.each(['failed', 'tried again'] as const)(
    'say that they could not be loaded, and offer to try again: %s',
    async (now) => {
      const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
      const query = client.getQueryCache().build(client, { queryKey })
      const failed = { status: 'error', error: new Error('no answer'), errorUpdateCount: 1 } as const
      // A retry of a first load forgets the error, and only its count tells of it.
      const isTried = { status: 'pending', error: null, fetchStatus: 'fetching' } as const
      query.setState({ ...failed, ...(now === 'tried again' && isTried) })
      const markup = await shown(part, client)
      expect(markup).toContain('This couldn&#x27;t be loaded')
      expect(markup).toContain('Try again')
      expect(markup).not.toContain('…')
    },
  )
})
