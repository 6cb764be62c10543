import { i18n } from '@lingui/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { UnitDetail } from '#protocol/products.ts'
import { UnitSettlements } from '#src/features/products/unit-settlements.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const settlement = { period: 'daily/2026-11-19', at: '2026-11-20T08:00:00.000Z', amount: 41, claimedAt: null }

// A unit paid at the end of its term has none for months, and one cancelled before its first never has any.
test('a unit leads to its income also before its first settlement', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const shown = (settlements: UnitDetail['settlements']) =>
    markupOf(
      <RouterContextProvider router={router}>
        <UnitSettlements unit={{ id: 'u', currency: 'USD', settlements }} />
      </RouterContextProvider>,
    )
  const address = 'href="/subPages/product/myProductDetail2?id=u"'
  for (const it of [shown([]), shown([settlement])]) expect(it).toContain(address)
  expect(shown([])).toMatch(/Earnings by day.*Nothing settled yet/)
  expect(shown([settlement])).toContain('See all, with a chart')
})
