import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ProductCard } from '#protocol/products.ts'
import { HomeContent } from '#src/features/home/home-content.tsx'
import { home } from '#src/features/home/first-reads.ts'
import { NewestOffers } from '#src/features/home/newest-offers.tsx'
import { markupOf } from '#tests/support/markup.tsx'

// Markup is made without a browser, where React asks for a second snapshot that these pages never need.
vi.mock('react', async (load) => ({
  ...(await load<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, snapshot: () => unknown) => snapshot(),
}))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const offers = ['Kilat', 'Rajawali', 'Bintang', 'Surya'].map((name, at): ProductCard => ({
  id: `p${at}`,
  kind: 'vehicle',
  categoryId: 'scooters',
  name,
  edition: 'E',
  art: 'scooter',
  picture: null,
  currency: 'USD',
  price: 10_000,
  dailyIncome: 41,
  totalReturn: 4949,
  yieldRate: 777,
  earnedLast30Days: 1313,
  validityDays: 120,
  validityPeriods: 120,
  settlementType: 0,
  stock: 3,
  unitsTotal: 10,
  purchaseLimit: 0,
  levelNeeded: 0,
  giftPoints: 0,
  deviceNumber: 'D-1',
  serviceState: 'in service',
  operatorId: 'o',
}))

function shown(featured: readonly ProductCard[], newest: readonly ProductCard[]): string {
  const client = new QueryClient()
  client.setQueryData(home.queryKey, {
    banners: [],
    categories: [],
    featured: [...featured],
    newest: [...newest],
    machines: { currency: 'USD', running: 1, total: 1, revenueToday: 0, revenueLast30Days: 0 },
  })
  return markupOf(
    <RouterContextProvider router={router}>
      <HomeContent />
    </RouterContextProvider>,
    { client },
  )
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('Home has the newest offers that are not featured, and no heading over nothing', () => {
  const some = shown(offers.slice(0, 2), offers)
  expect(some).toMatch(/Featured.*Kilat.*Rajawali.*Newest.*productList2.*Bintang.*Surya/)
  expect(some.match(/Kilat<\//g)).toHaveLength(1)
  expect(shown(offers, offers.slice(0, 2))).not.toContain('Newest')
  expect(shown([], [])).not.toContain('Newest')
})

// Restricted mode has no Mall: without it only the newest could be reached from its Home.
test('the newest offers lead to all of them', () => {
  const list = (products: readonly ProductCard[]) =>
    markupOf(
      <RouterContextProvider router={router}>
        <NewestOffers products={products} />
      </RouterContextProvider>,
    )
  expect(list(offers)).toContain('href="/pages/index/productList2"')
  expect(list([])).toBe('')
})
