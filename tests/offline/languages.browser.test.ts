import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { buildCaches, launchBrowser, openApp } from '#tests/support/browser.ts'
import { startFaultProxy, type FaultKind, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { copyOfBuild, type Builds } from '#tests/support/next-build.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { takeUpdate, untilBuildWaits } from '#tests/support/app-update.ts'

/** The spoken language comes with the app, the others after it: what if they don't come, or not all of them? */
let builds: Builds
let server: ServerProcess
let proxy: FaultProxy
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]

beforeAll(async () => {
  builds = copyOfBuild()
  ;[server, browser] = await Promise.all([startServer({ env: { DIST_DIR: builds.dir } }), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await server?.dispose()
  builds?.dispose()
})

beforeEach(async () => {
  builds.back()
  proxy = await startFaultProxy(server.origin)
})

afterEach(async () => {
  await context.close()
  await proxy.close()
  // A text that doesn't come fails its import, which the app answers for.
  expect(complaints.filter((it) => !it.includes('dynamically imported module'))).toEqual([])
})

/** What becomes of the texts of all languages but these, and of the archive that has all; everything else passes. */
function others(than: readonly string[], kind: 'lost' | 'blackHole'): void {
  proxy.rule = ({ path }) => {
    if (path.includes('/archive-texts-')) return { kind }
    const [, language] = /\/text-(.+?)-(?:first|landing|rest)-/.exec(path) ?? []
    return language === undefined || than.includes(language) ? undefined : { kind }
  }
}

function nothingComes(kind: FaultKind & ('lost' | 'blackHole')): void {
  proxy.rule = () => ({ kind })
  proxy.closeConnections()
}

function allComes(): void {
  proxy.rule = undefined
  proxy.closeConnections()
}

async function open(route: string, locale = 'en-US'): Promise<void> {
  ;({ context, page, complaints } = await openApp(browser, proxy.origin, {
    route,
    context: { locale },
  }))
}

const go = (route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

const ready = () => page.getByText('every page of the app opens without a connection')
/** The languages that the page says are on this device. */
const aboard = async () => {
  const list = page.locator('dl', { hasText: 'Languages on this device' })
  return list
    .locator('dd')
    .first()
    .locator('bdi')
    .evaluateAll((them) => them.map((it) => it.getAttribute('lang')))
}
const spoken = () => page.locator('html').getAttribute('lang')

async function chooseThai(): Promise<void> {
  await go('/pages/my/set')
  await page.locator('select', { has: page.locator('option[value="th"]') }).selectOption('th')
}

test('the app is ready in the spoken language before the others, says which are here, and keeps what it can show', async () => {
  others(['en'], 'blackHole')
  await open('/pages/my/offline')
  await ready().waitFor()
  expect(await aboard()).toEqual(['en'])
  await page.getByText('Not saved yet, so only with a connection').waitFor()

  nothingComes('lost')
  await page.evaluate(() => (window.isSame = true))
  await chooseThai()
  await page.getByText("This language couldn't be loaded").waitFor()
  expect(await spoken()).toBe('en')
  // Loading the page again would not bring the text.
  expect(await page.evaluate(() => window.isSame)).toBe(true)
  await page.reload()
  await page.getByRole('main').waitFor()

  allComes()
  await go('/pages/my/offline')
  await expect.poll(aboard, { timeout: 60_000 }).toEqual([...languages])
  nothingComes('lost')
  await chooseThai()
  await expect.poll(spoken).toBe('th')
  await page.reload()
  await page.getByRole('main').waitFor()
  expect(await spoken()).toBe('th')
})

declare global {
  interface Window {
    isSame?: boolean
  }
}

test('stopped among the other languages, updated and rolled back: every build opens, and in the end all is here', async () => {
  others(['en', 'id'], 'lost')
  await open('/pages/my/offline')
  await ready().waitFor()
  const cdp = await context.newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')

  builds.next()
  await untilBuildWaits(page)
  await go('/pages/my/update')
  await takeUpdate(page)
  await go('/pages/my/offline')
  await ready().waitFor()
  nothingComes('lost')
  await page.reload()
  await page.getByRole('main').waitFor()
  await ready().waitFor()
  expect(await spoken()).toBe('en')

  others(['en', 'id'], 'lost')
  builds.back()
  await untilBuildWaits(page)
  await go('/pages/my/update')
  await takeUpdate(page)
  await go('/pages/my/offline')
  await ready().waitFor()
  allComes()
  await expect.poll(aboard, { timeout: 90_000 }).toEqual([...languages])
  await expect.poll(() => buildCaches(page), { timeout: 60_000 }).toHaveLength(1)
  nothingComes('lost')
  await page.reload()
  await page.getByRole('main').waitFor()
  await chooseThai()
  await expect.poll(spoken).toBe('th')
})

test.each(['lost', 'blackHole'] as const)(
  'a start in a language that is not here falls back to the one that is, where requests are %s',
  async (kind) => {
    others(['id'], 'lost')
    await open('/pages/my/offline', 'id-ID')
    await page.getByText('setiap halaman aplikasi terbuka tanpa koneksi').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('voltfolio-languages'))).toBe('["id"]')
    await page.evaluate(() => localStorage.setItem('voltfolio-locale', '{"language":"th"}'))
    nothingComes(kind)
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await spoken()).toBe('id')
  },
)
