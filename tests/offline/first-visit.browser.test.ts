import { expect, onTestFinished, test } from 'vitest'
import type { ProductCard } from '#protocol/products.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { complaintsOf, untilOfflineReady } from '#tests/support/browser.ts'
import { startFaultProxy } from '#tests/support/fault-proxy.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'
import { expectPaintedWhole } from '#tests/support/painted-whole.ts'
import { stored } from '#tests/support/stored.ts'

const it = journey({ VISITOR_PAGE: '1' })

/** A browser that was never here. */
async function newcomer(options: { javaScriptEnabled?: boolean; locale?: string } = {}) {
  const context = await it.browser.newContext({
    viewport: { width: 412, height: 915 },
    hasTouch: true,
    locale: 'en-US',
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  return { page, complaints: complaintsOf(page) }
}

test.each([
  ['en-US', 'ltr', 'Home', 'Revenue of all machines today'],
  ['ar', 'rtl', 'الرئيسية', undefined],
] as const)('%s: Home is in the document, before any program runs', async (locale, dir, heading, text) => {
  const { page, complaints } = await newcomer({ locale, javaScriptEnabled: false })
  await page.goto(it.server.origin)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
  expect(await page.locator('html').getAttribute('dir')).toBe(dir)
  if (text) await page.getByText(text).waitFor()
  // Nothing comes in: also the second page that the server draws is whole at the first frame.
  expect(await page.locator('[data-entrance]').getAttribute('data-entrance')).toBe('none')
  expect(await page.locator('#last-screen data[value]').count()).toBeGreaterThan(1)
  expect(await page.locator('#last-screen a[href^="./#/subPages/product/detail"]').count()).toBeGreaterThan(3)
  // Drawn, not only there: a policy that refused its styles would leave a bare list.
  expect(await page.locator('#last-screen nav').evaluate((nav) => getComputedStyle(nav.parentElement!).position)).toBe(
    'fixed',
  )
  expect(complaints).toEqual([])
})

test('the program takes its place without a jump, and asks for nothing that came with it', async () => {
  const { page, complaints } = await newcomer()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Element }[] })[])
        window.moved = [...(window.moved ?? []), ...entry.sources.map((it) => it.node?.outerHTML?.slice(0, 200))]
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(it.server.origin)
  await page.locator('#last-screen').waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').getByText('Revenue of all machines today').waitFor()
  expect(asked.filter((path) => path.startsWith('/wx/home/'))).toEqual([])
  // Written while the page is open: a browser that is killed says no goodbye.
  const kept = () => page.evaluate(() => localStorage.getItem('voltfolio-boot-visitor'))
  await expect.poll(kept).toContain('home/indexV3')
  expect(await page.evaluate(() => window.moved ?? [])).toEqual([])
  expect(complaints).toEqual([])
})

declare global {
  interface Window {
    moved?: string[]
    seen?: boolean[]
  }
}

test('while the worker does not come, the rest of the app waits until something is pressed, not scrolled', async () => {
  const proxy = await startFaultProxy(it.server.origin)
  onTestFinished(() => proxy.close())
  proxy.rule = ({ path }) => (path === '/sw.js' ? { kind: 'blackHole' } : undefined)
  const { page, complaints } = await newcomer()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const isFetched = (file: string) => asked.some((url) => url.includes(`/assets/${file}-`))
  await page.goto(proxy.origin)
  await expect.poll(() => isFetched('services')).toBe(true)
  await page.mouse.wheel(0, 400)
  await page.waitForFunction(() => document.scrollingElement!.scrollTop > 0)
  await page.waitForLoadState('networkidle')
  expect(['calls', 'start-kit', 'later', 'database'].filter(isFetched)).toEqual([])
  expect(asked.filter((url) => url.includes('/wx/'))).toEqual([])
  await page.getByRole('navigation').getByRole('link', { name: 'Mall' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mall' }).waitFor()
  await expect.poll(() => isFetched('later')).toBe(true)
  expect(complaints).toEqual([])
})

test('a first visit that only looks at Home runs no texts of the tabs; they are loaded as something is pressed', async () => {
  const { page, complaints } = await newcomer()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const areTextsAsked = () => asked.some((url) => url.includes('/assets/text-en-landing-'))
  await page.goto(it.server.origin)
  await untilOfflineReady(page)
  await page.locator('link[rel=preload][as=script]').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect(areTextsAsked()).toBe(false)
  await page.mouse.down()
  await expect.poll(areTextsAsked).toBe(true)
  expect(complaints).toEqual([])
})

test('a link that is tapped before the program runs is where the app opens', async () => {
  const { page, complaints } = await newcomer()
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/assets/first-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(it.server.origin, { waitUntil: 'commit' })
  await page.locator('#last-screen').getByRole('link', { name: 'All offers' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.locator('#last-screen').getByRole('link', { name: 'All offers' }).tap()
  release()
  await page.locator('#last-screen').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Mall' }).waitFor()
  expect(complaints).toEqual([])
})

test('a link to another page shows no Home once the program runs, and none to who was here before', async () => {
  const { page, complaints } = await newcomer()
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('#root main')) window.seen = [document.querySelector('#last-screen') !== null]
      else requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(`${it.server.origin}/#/pages/auth/login`)
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  expect(await page.evaluate(() => window.seen)).toEqual([false])
  expect(complaints).toEqual([])
})

const productIn = (kind: string) => (items: readonly ProductCard[]) => items.find((product) => product.kind === kind)!
const catalogue = async () =>
  (await httpCall<{ items: ProductCard[] }>(it.server.origin, 'g/goods/list?limit=100')).items

test.each(['Home', 'a product'])('%s is painted whole, never while the document is still coming', async (what) => {
  // Messengers add to the address of a link.
  const path = what === 'Home' ? '/' : `/p/${(await catalogue())[0]!.id}?from=chat`
  const document = await (await fetch(it.server.origin + path)).text()
  const { page } = await newcomer()
  await expectPaintedWhole(page.context(), document, { path, following: 'id="root"', origin: it.server.origin })
})

test.each([
  ['vehicle', '', '/subPages/product/detail'],
  ['pile', '?pile', '/subPages/product/detail2'],
] as const)('the link to a %s has its page and its preview, and leads into the app', async (kind, query, path) => {
  const { id, name } = productIn(kind)(await catalogue())
  const link = `${it.server.origin}/p/${id}${query}`
  const still = await newcomer({ javaScriptEnabled: false })
  await still.page.goto(link)
  await still.page.getByRole('heading', { level: 1, name }).waitFor()
  expect(await still.page.title()).toBe(name)
  expect(await still.page.locator('meta[property="og:title"]').getAttribute('content')).toBe(name)
  expect(await still.page.locator('#last-screen data[value]').count()).toBeGreaterThan(1)
  expect(still.complaints).toEqual([])

  const { page, complaints } = await newcomer()
  await page.goto(link)
  await page.locator('#last-screen').waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${it.server.origin}/#${path}?id=${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await untilOfflineReady(page)
  expect(complaints).toEqual([])
})

test('a product that is gone: the app says so', async () => {
  const { page, complaints } = await newcomer()
  await page.goto(`${it.server.origin}/p/00000000-0000-4000-8000-000000000000`)
  await page.getByText("This product wasn't found").waitFor()
  expect(complaints).toEqual([])
})

test('where the app is installed a link to a product opens in it, without a network too', async () => {
  const { page, complaints } = await newcomer()
  await page.goto(it.server.origin)
  await untilOfflineReady(page)
  const { id, name } = productIn('vehicle')(await catalogue())
  await expect
    .poll(async () => JSON.stringify(await stored(page, /visitor/, 'answers')), { timeout: 60_000 })
    .toContain(`vehicle/info",{"id":"${id}"`)
  await it.server.kill()
  onTestFinished(() => it.server.start())
  await page.goto(`${it.server.origin}/p/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  expect(page.url()).toBe(`${it.server.origin}/#/subPages/product/detail?id=${id}`)
  expect(complaints).toEqual([])
})
