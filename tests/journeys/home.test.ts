import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { OpenOptions } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { readRisks } from '#tests/support/newcomer.ts'

const app = journey()
let page: Page

async function open(options: OpenOptions = {}) {
  page = await app.open(options)
}

const waiting = () => page.getByText('Ready to claim').locator('..').locator('data')

test('a visitor sees the revenue of the machines, a way to register, and nothing invented', async () => {
  await open()
  await page.getByText('Revenue of all machines today').waitFor()
  await page.getByRole('link', { name: 'Register' }).waitFor()
  expect(await page.getByRole('list', { name: 'Recent activity' }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
})

test('without a network a visitor sees cached figures with their age, those of all machines too', async () => {
  await open()
  const card = page.getByText('Revenue of all machines today')
  await page.getByText('running now').waitFor()
  await page.context().setOffline(true)
  const age = page.getByText(/^As of /)
  await age.waitFor()
  expect((await age.boundingBox())!.y).toBeLessThan((await card.boundingBox())!.y)
})

test('the activity of a member is on Home, masked', async () => {
  page = await app.openAsDemo()
  await page
    .getByRole('link', { name: /^Embun E-Bike/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await readRisks(page)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('heading', { level: 1, name: 'Order paid' }).waitFor()
  await page.evaluate(() => {
    location.hash = '/pages/index/productList'
  })
  const line = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
  await line.waitFor()
  // Each name is isolated from the direction of the sentence.
  expect(await line.textContent()).toMatch(/^\u2068\S\*+\u2069 bought \u2068Embun E-Bike\u2069, /)
})

test('a claim made without a network is kept, sent when there is one, and counted once', async () => {
  page = await app.openAsDemo()
  const claim = page.getByRole('button', { name: /^Claim / })
  await claim.waitFor()
  const before = await waiting().textContent()
  await page.route('**/wx/**', (route) => route.abort())
  await claim.click()
  await page
    .getByText(/Saved on this device|Will retry/)
    .first()
    .waitFor()
  expect(await claim.count()).toBe(0)
  // The balance doesn't move before the server says so.
  expect(await waiting().textContent()).toBe(before)
  await page.reload()
  await page
    .getByText(/Saved on this device|Will retry/)
    .first()
    .waitFor()
  await page.unrouteAll()
  await page.reload()
  await page.waitForFunction(() => document.body.textContent?.includes('Ready to claim$0.00'))
  expect(await claim.count()).toBe(0)
})

test.each([
  ['/', 'id-ID', ['text-id-first', 'calls']],
  [
    '/subPages/product/detail?id=x',
    'ar-AE',
    ['text-ar-first', 'text-ar-landing', 'calls', 'products', 'tabs', 'landing-kit'],
  ],
])('the reads of the first page at %s start beside the app itself, not after it', async (route, locale, names) => {
  const missing = new Set(names)
  await open({
    route,
    context: { locale },
    before: async (it) => {
      const isAsked = new Promise<void>((asked) => {
        it.on('request', (request) => {
          missing.delete(/\/assets\/([\w-]+?)-[\w-]{7}\.js$/.exec(request.url())?.[1] ?? '')
          if (missing.size === 0) asked()
        })
      })
      await it.route(/assets\/first-.*\.js/, async (file) => {
        await isAsked
        await file.continue()
      })
    },
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect([...missing]).toEqual([])
})

test('the reads of a page start while the chunk of its screen still loads', async () => {
  const offers = (await (await fetch(`${app.server.origin}/wx/g/goods/list?kind=vehicle&limit=1`)).json()) as {
    data: { items: [{ id: string; name: string }] }
  }
  const [{ id, name }] = offers.data.items
  for (const [route, call, shown] of [
    ['/pages/index/index', '/wx/g/goods/list', name],
    [`/subPages/product/detail?id=${id}`, '/wx/g/goods/vehicle/info', name],
  ] as const) {
    const asked: string[] = []
    await open({
      route,
      before: async (it) => {
        it.on('request', (request) => asked.push(new URL(request.url()).pathname))
        const isAsked = it.waitForRequest((request) => new URL(request.url()).pathname === call)
        // The chunk of the screen is held until its data are requested.
        await it.route(/assets\/(home|products)-/, async (file) => {
          await isAsked
          await file.continue()
        })
      },
    })
    await page.getByText(shown).first().waitFor()
    expect(asked.filter((it) => it === call)).toHaveLength(1)
    // All drawings are one file, fetched once.
    expect(asked.filter((it) => it.includes('/art-')).length).toBeLessThan(2)
  }
})

test('a product leads to who runs it, with licence and contact, and from there to their machines', async () => {
  await open({ route: '/pages/index/index?text=surya' })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Surya Canopy/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Bandung Demo Charging' }).click()
  await page.getByRole('heading', { level: 1, name: 'Operators' }).waitFor()
  const sections = page.locator('main section')
  // The one that was asked for stands first, before who keeps the books.
  const first = sections.first()
  await first.getByRole('heading', { level: 2, name: 'Bandung Demo Charging' }).waitFor()
  expect(await sections.count()).toBeGreaterThan(3)
  await first.getByText('Not named').waitFor()
  expect(await first.getByRole('link', { name: 'bandung@voltfolio.invalid' }).getAttribute('href')).toBe(
    'mailto:bandung@voltfolio.invalid',
  )
  expect(await first.getByText('Paid in so far').count()).toBe(0)
  await sections.filter({ hasText: 'Voltfolio Demo Fleet' }).first().getByText('Paid in so far').waitFor()
  await first.getByRole('link', { name: 'Its machines in the Mall' }).click()
  await page.waitForFunction(() => location.hash === '#/pages/index/index?operator=bandung-demo')
  await page.getByRole('link', { name: 'All operators, and what they paid in' }).waitFor()
})
