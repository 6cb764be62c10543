import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '#src/ui/open-page.ts'
import { holdAnswers } from '#tests/support/hold-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { searchesOf } from '#tests/support/route-searches.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'
import { nextFrame } from '#tests/support/visible-text.ts'

// A page that is opened for the first time on a slow network: parts that are there must not move from under a finger as
// the others come.
const app = journey()

/** Pages whose parts are loaded by several calls. */
const pages = [
  '/pages/index/productList',
  '/pages/index/index',
  '/pages/index/my',
  '/pages/index/team',
  '/pages/my/help',
  '/pages/my/historyList',
  '/pages/my/operators',
  '/pages/my/security',
  '/pages/my/update',
  '/pages/pay/ustd',
  '/subPages/product/createOrder',
  '/subPages/statistics/index',
]

/** What is kept in the page. */
interface Kept {
  shifts: { value: number; moved: string[] }[]
}
type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] }

/** Runs in the page. */
function keepShifts(): void {
  const kept = window as unknown as Kept
  kept.shifts = []
  const observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      kept.shifts.push({ value, moved: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)) })
  })
  observer.observe({ type: 'layout-shift' })
}

const shifts = (page: Page) => page.evaluate(() => (window as unknown as Kept).shifts)

test.each(pages)('what is there of %s stays where it is as the rest comes', async (path) => {
  const [search = ''] = (await searchesOf(app.server.origin))[path] ?? []
  const page = await app.openAsDemo({ route: '/pages/my/offline' })
  await untilLoaded(page)
  const release = await holdAnswers(page, /\/wx\//)
  await page.evaluate((to) => {
    location.hash = to
  }, path + search)
  await page.locator(`${openPage} .animate-late`).first().waitFor({ state: 'attached' })
  await nextFrame(page)
  await page.evaluate(keepShifts)
  release()
  await untilLoaded(page)
  for (let frames = 0; frames < 3; frames += 1) await nextFrame(page)
  const seen = await shifts(page)
  // The bound of a good page in Core Web Vitals.
  expect(
    seen.reduce((sum, it) => sum + it.value, 0),
    JSON.stringify(seen),
  ).toBeLessThan(0.1)
})

test('My products stay where they are as the first steps come last', async () => {
  const page = await app.openAsDemo({ route: '/pages/my/offline' })
  await untilLoaded(page)
  const release = await holdAnswers(page, /\/wx\//)
  const releaseCards = await holdAnswers(page, /findBindCardList/)
  const machines = page.waitForResponse(/g\/user\/goods\/list/)
  await page.evaluate(() => {
    location.hash = '/pages/index/my'
  })
  await page.locator(`${openPage} .animate-late`).first().waitFor({ state: 'attached' })
  await nextFrame(page)
  await page.evaluate(keepShifts)
  release()
  await machines
  await page
    .getByRole('link', { name: 'Claim' })
    .or(page.getByRole('button', { name: /^Claim/ }))
    .first()
    .waitFor()
  for (let frames = 0; frames < 3; frames += 1) await nextFrame(page)
  releaseCards()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await untilLoaded(page)
  const seen = await shifts(page)
  expect(
    seen.reduce((sum, it) => sum + it.value, 0),
    JSON.stringify(seen),
  ).toBeLessThan(0.1)
})

test('the offers of a first visit stay where they are as the names of their operators come last', async () => {
  let release = () => {}
  const page = await app.open({
    route: '/pages/index/index',
    before: async (it) => {
      release = await holdAnswers(it, /operator\/list/)
      await it.addInitScript(keepShifts)
    },
  })
  await page.getByRole('heading', { name: 'Scooters' }).waitFor()
  await untilLoaded(page)
  release()
  const names = page.getByLabel('Operator').getByRole('option')
  await expect.poll(() => names.count()).toBeGreaterThan(2)
  for (let frames = 0; frames < 3; frames += 1) await nextFrame(page)
  const seen = await shifts(page)
  expect(
    seen.reduce((sum, it) => sum + it.value, 0),
    JSON.stringify(seen),
  ).toBeLessThanOrEqual(0.01)
})

test('offers of one operator have no choice of operators above them', async () => {
  const page = await app.open({
    route: '/pages/index/index',
    before: (it) =>
      it.route('**/wx/g/goods/list*', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(/"operatorId":"[^"]*"/g, '"operatorId":"only-one"')
        await route.fulfill({ response, body })
      }),
  })
  await page.getByRole('heading', { name: 'Scooters' }).waitFor()
  await untilLoaded(page)
  expect(await page.getByLabel('Order').count()).toBe(1)
  expect(await page.getByLabel('Operator').count()).toBe(0)
  // Whoever has come for one operator's can choose all again.
  await page.evaluate(() => (location.hash = '#/pages/index/index?operator=only-one'))
  await page.getByLabel('Operator').selectOption('')
  await expect.poll(() => page.url()).not.toContain('operator=')
})
