import { i18n } from '@lingui/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MachineFacts, ProductDetail, UnitDetail } from '#protocol/products.ts'
import { MachineNow } from '#src/features/products/machine-now.tsx'
import { ProductPanel } from '#src/features/products/product-panel.tsx'
import { markupOf } from '#tests/support/markup.tsx'

const at = '2026-11-20T08:00:00.000Z'
const product = {
  id: 'p',
  kind: 'vehicle',
  name: 'Kilat',
  edition: 'E',
  art: 'scooter',
  description: 'A scooter.',
  currency: 'USD',
  price: 10_000,
  dailyIncome: 41,
  totalReturn: 4949,
  yieldRate: 777,
  validityDays: 120,
  validityPeriods: 120,
  settlementType: 0,
  stock: 0,
  unitsTotal: 10,
  purchaseLimit: 0,
  levelNeeded: 0,
  giftPoints: 0,
  held: 0,
  memberShareBp: 8000,
  cancellationHours: 24,
  earnedLast30Days: 1313,
  serviceState: 'in service',
  deviceNumber: 'D-1',
  operatorId: 'o',
  operatorName: 'Fleet',
  specification: [],
  history: [],
  position: { latitude: -6.2, longitude: 106.8, place: 'Menteng' },
} as unknown as ProductDetail
const machine = {
  stateSince: at,
  lastSeenAt: at,
  battery: 64,
  odometerM: 12_000,
  today: { day: '2026-11-20', from: at, until: '2026-11-21T08:00:00.000Z', sessions: 3, spans: [], battery: [] },
  faults: [],
} satisfies MachineFacts
const unit = { id: 'u', kind: 'vehicle', name: 'Kilat', status: 'expired', serviceState: 'in service' } as UnitDetail

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('a machine that was closed for good', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const page = (closed: ProductDetail['closed']) =>
    markupOf(
      <RouterContextProvider router={router}>
        <ProductPanel product={{ ...product, closed }} />
      </RouterContextProvider>,
    )

  test('has no projection on its page, no state of now and no place; what it earned stays', () => {
    const tellsOfTheFuture = ['$12.37', '7.7%', 'In service', 'projected', '$49.49', 'Menteng']
    const open = page(null)
    for (const it of tellsOfTheFuture) expect(open).toContain(it)
    const closed = page({ at, reason: 'Sold to a museum.' })
    for (const it of tellsOfTheFuture) expect(closed).not.toContain(it)
    for (const it of ['Machine closed', 'Sold to a museum.', '$13.13', 'Fleet']) expect(closed).toContain(it)
  })

  test('tells its owner since when, and neither what it does now nor its faults', () => {
    const now = (closedAt: string | null) =>
      markupOf(<MachineNow unit={{ ...unit, machine: { ...machine, closedAt } }} />)
    for (const it of ['In service', 'Faults', '64%']) expect(now(null)).toContain(it)
    expect(now(at)).toContain('Machine closed')
    for (const it of ['In service', 'Faults', '64%', '3 sessions']) expect(now(at)).not.toContain(it)
  })
})
