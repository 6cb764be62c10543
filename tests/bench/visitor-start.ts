import type { Browser, BrowserContext } from 'playwright-core'
import type { ProductCard } from '#protocol/products.ts'
import { productPath } from '#src/entities/product-path.ts'
import { homePath, mallPath } from '#src/sitemap.ts'
import { phone, untilOfflineReady } from '#tests/support/browser.ts'
import { startCountingProxy, type CountingProxy } from '#tests/support/counting-proxy.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { untilLastScreenKept } from '#tests/support/last-screens.ts'
import type { Figure } from './figure.ts'
import { ms } from './start-rounds.ts'
import { largestPaint, longestTap, seenAt, watchedPage } from './watched-page.ts'

/** Milliseconds for a product's page to open without a network. */
const patienceMs = 5000

/** One visitor: a first visit to Home on Slow 4G, later starts without a server, and links to products. */
export async function visitorRound(browser: Browser, target: string): Promise<Figure[]> {
  const proxy = await startCountingProxy(target, 'slow')
  const context = await browser.newContext(phone)
  try {
    return [
      ...(await firstVisit(context, proxy)),
      ...(await laterStart(context, proxy, 'gone')),
      ...(await laterStart(context, proxy, 'mute')),
      ...(await deepLinks(context, proxy, target)),
    ]
  } finally {
    await context.close()
    await proxy.close()
  }
}

async function firstVisit(context: BrowserContext, proxy: CountingProxy): Promise<Figure[]> {
  const { page, cdp } = await watchedPage(context)
  const begun = performance.now()
  await page.goto(proxy.origin, { waitUntil: 'commit' })
  const control = await seenAt(page, 'control')
  await page.waitForLoadState('networkidle')
  const scripts = proxy.seen
    .filter(({ destination }) => destination === 'script')
    .reduce((sum, { bytes }) => sum + bytes, 0)
  const paint = await largestPaint(page)
  await untilOfflineReady(page)
  const aboard = (performance.now() - begun) / 1000
  const requests = proxy.seen.length
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  proxy.state = 'quick'
  for (const tab of [mallPath, homePath, mallPath, homePath]) {
    await page.locator(`nav a[href$="${tab}"]`).tap()
    await page.waitForLoadState('networkidle')
  }
  const tap = await longestTap(page)
  // As a phone does that hides the app; closing the page hides nothing.
  await untilLastScreenKept(page, homePath)
  await page.close()
  return [
    ms('first visit on Slow 4G: a control works', control),
    ms('first visit: largest paint', paint),
    { what: 'first visit: JavaScript that the page asks for', value: scripts / 1000, unit: 'kB' },
    { what: 'first visit: every page opens offline', value: aboard, unit: 's' },
    { what: 'first visit: requests until then', value: requests, unit: 'files' },
    { what: 'first visit: heap', value: usedSize / 1e6, unit: 'MB' },
    ms('visitor: longest tap on a tab to its frame', tap),
  ]
}

async function laterStart(context: BrowserContext, proxy: CountingProxy, state: 'gone' | 'mute'): Promise<Figure[]> {
  proxy.state = state
  const { page } = await watchedPage(context)
  await page.goto(proxy.origin, { waitUntil: 'commit' })
  const control = await seenAt(page, 'control')
  const program = await seenAt(page, 'program')
  await page.waitForTimeout(1000)
  const paint = await largestPaint(page)
  await page.close()
  return [
    ms(`visitor's later start, server ${state}: a control works`, control),
    ms(`visitor's later start, server ${state}: the program runs`, program),
    ms(`visitor's later start, server ${state}: largest paint`, paint),
  ]
}

/** Of the first page of the Mall, how many products open without a network after the visit to Home. */
async function deepLinks(context: BrowserContext, proxy: CountingProxy, target: string): Promise<Figure[]> {
  const { items } = await httpCall<{ items: ProductCard[] }>(target, 'g/goods/list?limit=12')
  proxy.state = 'gone'
  let open = 0
  for (const { id, name, kind } of items) {
    const page = await context.newPage()
    await page.goto(`${proxy.origin}/#${productPath(kind)}?id=${id}`)
    const isOpen = await page
      .getByRole('heading', { level: 1, name, exact: true })
      .waitFor({ timeout: patienceMs })
      .then(
        () => true,
        () => false,
      )
    if (isOpen) open += 1
    await page.close()
  }
  return [{ what: "visitor's links to products that open offline", value: (open / items.length) * 100, unit: 'of 100' }]
}
