import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { featureFlags } from '#src/entities/feature-flags.ts'
import { holdings } from '#src/features/home/first-reads.ts'
import { MyEntries } from '#src/features/home/my-entries.tsx'
import { MyUnits } from '#src/features/home/my-units.tsx'
import { ownMachines } from '#src/features/home/queries.ts'
import { HelpArticles } from '#src/features/news/help-articles.tsx'
import { NoOrders } from '#src/features/orders/no-orders.tsx'
import { NoUnits } from '#src/features/products/no-units.tsx'
import { CouponRow } from '#src/features/rewards/coupon-row.tsx'
import { ArticleBody } from '#src/entities/article-body.tsx'
import { MessagePanel } from '#src/features/messages/message-panel.tsx'
import type { Message } from '#protocol/messages.ts'
import type { Coupon } from '#protocol/wallet.ts'
import { switchable, type Switchable } from '#protocol/words.ts'
import { markupOf } from '#tests/support/markup.tsx'
import { noUnits } from '#tests/support/unit-totals.ts'

// Markup is made without a browser, where React asks for a second snapshot that these pages never need.
vi.mock('react', async (load) => ({
  ...(await load<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, snapshot: () => unknown) => snapshot(),
}))

const coupon = {
  type: 1,
  name: 'Ten percent',
  value: 1000,
  minimumSpend: 0,
  savesAtMost: null,
  currency: 'USD',
  status: 0,
  orderId: null,
  expiresAt: '2026-12-20T08:00:00.000Z',
  usedAt: null,
} as unknown as Coupon
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

function shown(page: ReactNode, switchedOff: Switchable[], fill: (client: QueryClient) => void = () => {}): string {
  const client = new QueryClient()
  client.setQueryData(featureFlags.queryKey, { examine: true, showTimeDeposit: true, showGoods: '0', switchedOff })
  client.setQueryData(holdings.queryKey, noUnits)
  client.setQueryData(ownMachines.queryKey, { items: [] })
  fill(client)
  return markupOf(<RouterContextProvider router={router}>{page}</RouterContextProvider>, { client })
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

// The restricted Home stands in for the Mall: a link there would lead nowhere, and to the page it stands on at worst.
test.each([
  ['the first machine among My products', MyUnits],
  ['an empty list of products', NoUnits],
  ['an empty list of orders', NoOrders],
  ['a coupon', () => <CouponRow coupon={coupon} />],
])('%s leads to the Mall only while the operator has it open', (_, Part) => {
  expect(shown(<Part />, [])).toContain('href="/pages/index/index"')
  expect(shown(<Part />, ['mall'])).not.toMatch(/href="\/pages\/index\/index"|before you buy|See all offers/)
})

// Written by the server, so that no reading of sources finds them.
const route = '/pages/my/checkIn?day=1'
const message = { id: 'x', title: 'A gift', line: 'Check in', at: '2026-11-20T06:00:00.000Z', route } as Message
const text = { kind: 'text' as const, text: 'Check in', isStrong: false, isEmphasised: false }

test.each([
  ['a message', () => <MessagePanel message={message} />],
  [
    'an article',
    () => (
      <ArticleBody
        blocks={[{ kind: 'paragraph', spans: [{ kind: 'link', target: { kind: 'route', route }, spans: [text] }] }]}
      />
    ),
  ],
])('%s leads to a page only while the operator has it on', (_, Part) => {
  expect(shown(<Part />, [])).toContain('href="/pages/my/checkIn')
  const off = shown(<Part />, ['rewards'])
  expect(off).toContain('Check in')
  expect(off).not.toContain('href=')
})

const helpCard = { id: 'fees', kind: 'help', title: 'What a withdrawal costs', line: '', art: null, minutes: 1 }

test('help stays while the news are off, and only the way to the news goes', () => {
  const items = [{ ...helpCard, publishedAt: '2026-11-20T06:00:00.000Z', language: 'en' }]
  const known = { pages: [{ items }], pageParams: [undefined] }
  const fill = (args: object) => (client: QueryClient) => client.setQueryData(['help/list', args, 'pages'], known)
  const on = shown(<HelpArticles />, [], fill({ limit: 100 }))
  const off = shown(<HelpArticles />, ['news'], fill({ kind: 'help', limit: 100 }))
  for (const page of [on, off]) expect(page).toContain('What a withdrawal costs')
  expect(on).toContain('href="/subPages/news/list?kind=help"')
  expect(off).not.toContain('/subPages/news/list')
})

test.each([
  ['invite rewards', 'team', '/pages/my/inviteGift'],
  ['prizes won', 'games', '/subPages/box/giftList'],
  ["the pool's shares", 'games', '/subPages/jackpot/index2'],
] as const)('My leads to %s while the pages that lead to them are off', (_, feature, route) => {
  const links = (...off: Switchable[]) =>
    [...shown(<MyEntries />, off).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  expect(links(feature)).toContain(route)
  expect(links()).not.toContain(route)
  expect(links(...switchable.filter((it) => it !== feature))).not.toContain(route)
})
