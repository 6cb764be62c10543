import type { Browser, BrowserContext } from 'playwright-core'
import type { ProductCard } from '#protocol/products.ts'
import { productPath } from '#src/entities/product-path.ts'
import { homePath, mallPath } from '#src/sitemap.ts'
import { untilOfflineReady } from '#tests/support/browser.ts'
import { httpCall } from '#tests/support/http-call.ts'
import { phoneContext, type Sample } from './start-rounds.ts'
import { startSlowLine, type SlowLine } from './slow-line.ts'
import { largestPaint, longestTap, seenAt, watchedPage } from './watched-page.ts'

/** Milliseconds for a product's page to open without a network. */
const patienceMs = 5000

/** One visitor: a first visit to Home on Slow 4G, later starts without a server, and links to products. */
export async function visitorRound(browser: Browser, target: string): Promise<Sample> {
  const line = await startSlowLine(target)
  const context = await browser.newContext(phoneContext)
  try {
    const first = await firstVisit(context, line)
    return {
      ...first,
      ...(await laterStart(context, line, 'gone')),
      ...(await laterStart(context, line, 'mute')),
      ...(await deepLinks(context, line, target)),
    }
  } finally {
    await context.close()
    await line.close()
  }
}

async function firstVisit(context: BrowserContext, line: SlowLine): Promise<Sample> {
  const { page, cdp } = await watchedPage(context)
  const begun = performance.now()
  await page.goto(line.origin, { waitUntil: 'commit' })
  const control = await seenAt(page, 'control')
  await page.waitForLoadState('networkidle')
  const scripts = line.seen.filter(({ from }) => from === 'script').reduce((sum, { bytes }) => sum + bytes, 0)
  const paint = await largestPaint(page)
  await untilOfflineReady(page)
  const aboard = (performance.now() - begun) / 1000
  const requests = line.seen.length
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  line.state = 'quick'
  for (const tab of [mallPath, homePath, mallPath, homePath]) {
    await page.locator(`nav a[href$="${tab}"]`).tap()
    await page.waitForLoadState('networkidle')
  }
  const tap = await longestTap(page)
  await page.close()
  return {
    'first visit on Slow 4G: a control works (ms)': control,
    'first visit: largest paint (ms)': paint,
    'first visit: JavaScript that the page asks for (kB)': scripts / 1000,
    'first visit: every page opens offline (s)': aboard,
    'first visit: requests until then (files)': requests,
    'first visit: heap (MB)': usedSize / 1e6,
    'visitor: longest tap on a tab to its frame (ms)': tap,
  }
}

async function laterStart(context: BrowserContext, line: SlowLine, state: 'gone' | 'mute'): Promise<Sample> {
  line.state = state
  const { page } = await watchedPage(context)
  await page.goto(line.origin, { waitUntil: 'commit' })
  const control = await seenAt(page, 'control')
  const program = await seenAt(page, 'program')
  await page.waitForTimeout(1000)
  const paint = await largestPaint(page)
  await page.close()
  return {
    [`visitor's later start, server ${state}: a control works (ms)`]: control,
    [`visitor's later start, server ${state}: the program runs (ms)`]: program,
    [`visitor's later start, server ${state}: largest paint (ms)`]: paint,
  }
}

/** Of the first page of the Mall, how many products open without a network after the visit to Home. */
async function deepLinks(context: BrowserContext, line: SlowLine, target: string): Promise<Sample> {
  const { items } = await httpCall<{ items: ProductCard[] }>(target, 'g/goods/list?limit=12')
  line.state = 'gone'
  let open = 0
  for (const { id, name, kind } of items) {
    const page = await context.newPage()
    await page.goto(`${line.origin}/#${productPath(kind)}?id=${id}`)
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
  return { "visitor's links to products that open offline (of 100)": (open / items.length) * 100 }
}
