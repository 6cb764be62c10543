import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProductCard } from '#protocol/products.ts'
import { root } from '#server/install.mjs'
import { homePath } from '#src/sitemap.ts'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { startCountingProxy, type CountingProxy, type Transfer } from '#tests/support/counting-proxy.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'
import { lastScreenMarkup, untilLastScreenKept } from '#tests/support/last-screens.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

/** What goes over the line in a first visit and in later starts, whoever asks: page, worker or browser. */
const it = journey({ VISITOR_PAGE: '1' })

let proxy: CountingProxy
let context: BrowserContext
let page: Page

async function open(locale = 'en-US'): Promise<void> {
  proxy = await startCountingProxy(it.server.origin)
  context = await it.browser.newContext({ viewport: { width: 412, height: 915 }, hasTouch: true, locale })
  page = await context.newPage()
}

async function close(): Promise<void> {
  await context.close()
  await proxy.close()
}

beforeEach(() => open())
afterEach(close)

const soon = { timeout: 60_000 }
const isCall = ({ path }: Transfer) => path.startsWith('/wx/')
/** The calls that were asked for, those of shared requests too, with their queries. */
const callsIn = (transfers: readonly Transfer[]) => transfers.flatMap(({ path, reads }) => [path, ...reads])
const bytesOf = (transfers: readonly Transfer[]) => transfers.reduce((sum, { bytes }) => sum + bytes, 0)

async function visit(): Promise<void> {
  await page.goto(proxy.origin)
  await untilOfflineReady(page)
}

async function signInAndFetchAll(): Promise<void> {
  await page.goto(`${proxy.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  await page.goto(`${proxy.origin}/#/pages/my/offline`)
  await page.getByText('everything worth reading is saved').waitFor(soon)
}

/** A new tab, with the worker asleep as it usually is; resolves when the prefetch has looked through its lists. */
async function startAgain(): Promise<Transfer[]> {
  await page.close()
  page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  const before = proxy.seen.length
  await page.goto(proxy.origin)
  const seen = () => proxy.seen.slice(before)
  await expect.poll(() => callsIn(seen()).map((path) => path.split('?')[0]), soon).toContain('/wx/integral/order/list')
  await page.waitForLoadState('networkidle')
  return seen()
}

/** The files that an archive has, by their paths. */
const filesIn = (archive: string) =>
  readFileSync(join(root, 'dist', archive), 'utf8')
    .trim()
    .split('\n')
    .map((line) => `/${(JSON.parse(line) as [string, string])[0]}`)

test.each(['Home', 'a product behind a link'])(
  'a first visit to %s brings no file twice, though page, worker and browser want the same ones',
  async (where) => {
    const { items } = await httpCall<{ items: ProductCard[] }>(it.server.origin, 'g/goods/list?limit=1')
    await page.goto(where === 'Home' ? proxy.origin : `${proxy.origin}/p/${items[0]!.id}`)
    await page.mouse.wheel(0, 300)
    await untilOfflineReady(page)
    await page.waitForLoadState('networkidle')
    const bodies = proxy.seen.filter((transfer) => !isCall(transfer) && transfer.bytes > 0).map(({ path }) => path)
    expect(bodies).toContain('/icons/icon-192.png')
    const archived = bodies.filter((path) => path.includes('/archive-program-')).flatMap(filesIn)
    expect(archived.length).toBeGreaterThan(30)
    const all = [...bodies, ...archived]
    expect(all.filter((path, index) => all.indexOf(path) < index)).toEqual([])
  },
)

test.each([
  ['en-US', 'en'],
  ['id-ID', 'id'],
])(
  "%s: a first visit's page asks for what its first screen needs, and the worker for the rest",
  async (locale, language) => {
    await close()
    await open(locale)
    await visit()
    const name = ({ path }: Transfer) => /^\/assets\/(.+?)-[\w-]{6,8}\.\w+$/.exec(path)?.[1] ?? path
    const scripts = (destination: string) =>
      proxy.seen
        .filter((it) => it.destination === destination && it.path.endsWith('.js') && it.path !== '/sw.js')
        .map(name)
    // On a quick line the worker may be there before the page asks for the last one.
    const first = ['preload', 'first', `text-${language}-first`, 'services']
    expect(scripts('script')).toEqual(expect.arrayContaining(first.slice(0, 3)))
    expect(first).toEqual(expect.arrayContaining(scripts('script')))
    const shared = ['calls', 'landing-kit', 'lists', 'products', 'start-kit', 'tabs']
    const alone = [`text-${language}-landing`, `text-${language}-rest`, ...shared]
    expect(scripts('empty')).toEqual(expect.arrayContaining(alone))
    expect([...alone, ...first.slice(3)]).toEqual(expect.arrayContaining(scripts('empty')))
    // A worker that was fetched a moment ago isn't looked for anew, but after a hard reload it may be an old one.
    const timesLooked = () => proxy.seen.filter(({ path }) => path === '/sw.js').length
    expect(timesLooked()).toBe(1)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Page.reload', { ignoreCache: true })
    await expect.poll(timesLooked).toBe(2)
    expect(proxy.seen.map(name)).toContain('archive-program')
  },
)

/** A twentieth more than each takes: bytes as they are sent, elements of the document or below the root. */
const budget = {
  /** Until every page opens without a network. */
  visit: { requests: 23, bytes: 638_500 },
  /** Home, and a product behind a shared link, as the server draws them for a visitor. */
  drawn: { bytes: 22_560, elements: 509 },
  /** A member's Home, and what is kept of it for the next start. */
  home: { elements: 465 },
  lastScreen: { bytes: 59_900, elements: 714 },
}

const elementsIn = (markup: string) => markup.match(/<[a-z]/g)?.length ?? 0

test.each(['/', '/p/'])("the page that the server draws at %s is within a visitor's budget", async (path) => {
  const { items } = await httpCall<{ items: ProductCard[] }>(it.server.origin, 'g/goods/list?limit=100')
  for (const address of path === '/' ? [path] : [items[0]!, items.at(-1)!].map(({ id }) => path + id)) {
    const answer = await fetch(proxy.origin + address, { headers: { 'accept-encoding': 'br' } })
    const text = await answer.text()
    expect(text).toContain('id="last-screen"')
    const sent = bytesOf(proxy.seen.splice(0))
    expect(sent).toBeLessThanOrEqual(budget.drawn.bytes)
    expect(elementsIn(text)).toBeLessThanOrEqual(budget.drawn.elements)
  }
})

test('a first visit is ready within its budget, before the first text of another language', async () => {
  await visit()
  const isOther = ({ path }: Transfer) => /\/(archive-texts|text-(?!en-))/.test(path)
  await expect.poll(() => proxy.seen.some(isOther)).toBe(true)
  const files = proxy.seen.filter((transfer) => !isCall(transfer))
  const needed = files.filter((transfer) => !isOther(transfer))
  expect(needed.length).toBeLessThanOrEqual(budget.visit.requests)
  expect(bytesOf(needed)).toBeLessThanOrEqual(budget.visit.bytes)
  // The worker alone asks for these.
  const ownFiles = files.filter(({ path }) => /\/(text-en-rest|archive-program)-/.test(path))
  expect(ownFiles).toHaveLength(2)
  expect(Math.max(...ownFiles.map((it) => files.indexOf(it)))).toBeLessThan(files.findIndex(isOther))
})

test('a later start brings no file, and of what is here and still fresh nothing again', async () => {
  await visit()
  await signInAndFetchAll()
  const seen = await startAgain()
  // The browser asks whether the worker has changed, which takes no body.
  expect(seen.filter((transfer) => !isCall(transfer) && (transfer.bytes > 0 || transfer.path !== '/sw.js'))).toEqual([])
  const lists = callsIn(seen).filter((path) => /limit=(100|50)/.test(path) && !path.includes('status=active'))
  expect(lists).toEqual([])
  expect(bytesOf(seen)).toBeLessThan(45_000)
  expect(await page.locator('#root *').count()).toBeLessThanOrEqual(budget.home.elements)
  await untilLastScreenKept(page, homePath)
  const markup = await lastScreenMarkup(page, homePath)
  expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(budget.lastScreen.bytes)
  expect(elementsIn(markup)).toBeLessThanOrEqual(budget.lastScreen.elements)
})

test('what is new in a list is fetched by the next start, for reading without a network', async () => {
  await visit()
  await signInAndFetchAll()
  const answer = await fetch(`${it.server.origin}/test/messages?count=1`, { method: 'POST' })
  expect(answer.ok).toBe(true)
  const before = proxy.seen.length
  await startAgain()
  const pages = () => callsIn(proxy.seen.slice(before)).filter((path) => /noticeList\?limit=100/.test(path))
  await expect.poll(() => pages().length, soon).toBe(1)
})
