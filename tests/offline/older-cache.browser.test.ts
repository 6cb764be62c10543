import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { sitemap } from '#src/sitemap.ts'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { idsOf, olderCache, putOlderCache } from '#tests/support/older-cache.ts'

const app = journey()
let page: Page

beforeAll(async () => {
  ;({ page } = await openApp(app.browser, app.server.origin, { member: demoMember, prefetches: false }))
  await untilOfflineReady(page)
  const memberId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }).memberId,
  )
  await page.goto(`${app.server.origin}/icons/icon-192.png`)
  await putOlderCache(page, memberId)
  await app.server.kill()
})

/** Reloads the document from the service worker, as a new tab would. */
async function openFresh(route: string) {
  await page.goto('about:blank')
  await page.goto(`${app.server.origin}/#${route}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A page of which nothing was stored may go on asking.
  await page
    .waitForFunction(() => !document.querySelector('main :is(.animate-late, [aria-busy=true])'), undefined, {
      timeout: 1500,
    })
    .catch(() => undefined)
  return await page.getByRole('main').innerText()
}

const ids: readonly (readonly [path: string, call: string])[] = [
  ['/subPages/product/detail', 'g/goods/vehicle/info'],
  ['/subPages/product/detail2', 'g/goods/info'],
  ['/subPages/product/myProductDetail', 'g/user/goods/info'],
  ['/subPages/product/myProductDetail2', 'g/user/goods/info'],
]
/** Every route, with the things that the older build had stored. The sign-in routes lead a signed-in member away. */
const routes = sitemap
  .filter(({ path }) => !path.startsWith('/pages/auth/'))
  .flatMap(({ path }) => {
    const call = ids.find(([of]) => of === path)?.[1]
    return call === undefined ? [path] : idsOf(call).map((id) => `${path}?id=${id}`)
  })

test('the older cache has things to show', () => {
  for (const [, call] of ids) expect(idsOf(call), call).not.toEqual([])
  expect(olderCache.answers.length).toBeGreaterThan(30)
  expect(olderCache.entries.length).toBeGreaterThan(10)
})

test('every page bears what an older build stored, without a network', { timeout: 360_000 }, async () => {
  const broken: string[] = []
  for (const route of routes) {
    const said = await openFresh(route)
    if (said.includes('This page stopped working')) broken.push(route)
  }
  expect(broken).toEqual([])
})

test('and shows it: products, units and bills of then', async () => {
  const [unit = ''] = idsOf('g/user/goods/info')
  await openFresh(`/subPages/product/myProductDetail?id=${unit}`)
  await page.getByRole('main').getByText('Price per unit').first().waitFor()
  await openFresh('/subPages/product/myProduct')
  await page.getByRole('main').getByText('Kurir Van').first().waitFor()
  expect(await openFresh('/pages/my/historyList')).not.toContain('No transactions yet')
})

test('once there is a network again, the answers of now take its place', async () => {
  await app.server.start()
  await openFresh('/pages/index/index')
  await page.getByLabel('Operator', { exact: true }).waitFor()
})
