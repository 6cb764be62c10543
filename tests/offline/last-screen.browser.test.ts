import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { register } from '#tests/support/newcomer.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const it = journey()

/** Routes of which this device keeps a last screen. */
const keptRoutes = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('voltfolio-last-screens')
    const urls = (await cache.keys()).map((request) => new URL(request.url))
    return urls
      .filter((url) => url.pathname.endsWith('last-screen'))
      .map((url) => decodeURIComponent(url.search.slice(1)))
  })

const untilKept = (page: Page, route: string) =>
  expect.poll(() => keptRoutes(page), { timeout: 40_000 }).toContain(route)

/** The first amount of the last screen that this device keeps of a route. */
const keptBalance = (page: Page, route: string) =>
  page.evaluate(
    async (address) => {
      const kept = await caches.match(new URL(address, location.href.split('#')[0]))
      const { markup } = (await kept!.json()) as { markup: string }
      return /<main.*?<data [^>]*>(.*?)<\/data>/su.exec(markup)?.[1]
    },
    `last-screen?${encodeURIComponent(route)}`,
  )

const home = '/pages/index/productList'
const my = '/pages/index/my'

/** Opens a route anew without letting any script run: what is seen then is in the document. */
async function documentAt(page: Page, route: string): Promise<Page> {
  const other = await page.context().newPage()
  onTestFinished(() => other.close())
  const cdp = await page.context().newCDPSession(other)
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
  await other.goto(`${it.server.origin}/#${route}`, { waitUntil: 'load' })
  return other
}

test('offline, the document has the last figures with their time before any program runs', async () => {
  const page = await it.openInstalled({ hasLastScreen: true })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilKept(page, my)
  await it.server.kill()
  onTestFinished(() => it.server.start())
  // The page may have been kept before its newest answer came, and is kept again shortly after.
  const balance = await page.getByRole('main').locator('data[value]').first().textContent()
  await expect.poll(() => keptBalance(page, my), { timeout: 10_000 }).toBe(balance)
  const still = await documentAt(page, my)
  expect(await still.getByRole('main').locator('data[value]').first().textContent()).toBe(balance)
  await still.getByText(/^As of \w/).waitFor()
  expect(await still.locator('#last-screen').getAttribute('aria-busy')).toBe('true')
  // Its drawings are in the document too, and seen: their files are large.
  expect(await still.locator('#last-screen use[href*=".svg"]').count()).toBe(0)
  expect((await still.locator('#last-screen main use').first().boundingBox())?.width).toBeGreaterThan(8)
  await still.screenshot({ path: '.tmp/last-screen.png' })
})

test('the program takes the place of the last screen without a jump, and is read aloud once', async () => {
  const page = await it.openInstalled({ hasLastScreen: true })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilKept(page, my)
  const again = await page.context().newPage()
  onTestFinished(() => again.close())
  await again.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element }[] })[])
        window.shifts = [...(window.shifts ?? []), ...entry.sources.map((it) => it.node?.outerHTML?.slice(0, 200))]
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await again.goto(`${it.server.origin}/#${my}`)
  await again.locator('#last-screen').waitFor({ state: 'detached' })
  await again.waitForLoadState('networkidle')
  await again.screenshot({ path: '.tmp/last-screen-after.png' })
  expect(await again.evaluate(() => window.shifts ?? [])).toEqual([])
})

declare global {
  interface Window {
    shifts?: string[]
    seen?: boolean[]
  }
}

test('a tab that is tapped before the program runs is where the app opens', async () => {
  const page = await it.openInstalled({ hasLastScreen: true })
  await page.goto(`${it.server.origin}/#${home}`)
  await untilKept(page, home)
  await page.addInitScript(() => {
    // `interactive` comes before module scripts run.
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        document.querySelector<HTMLElement>('nav a[href$="/pages/index/my"]')!.click()
    })
  })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#${my}`)
})

test('nobody sees the last screen of who used the device before', async () => {
  const page = await it.openInstalled({ hasLastScreen: true })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilKept(page, my)
  const other = await page.context().newPage()
  onTestFinished(() => other.close())
  await other.goto(`${it.server.origin}/#/pages/my/set`)
  await other.getByRole('button', { name: 'Log out' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await other.waitForFunction(() => location.hash.startsWith('#/pages/auth/'))
  expect((await keptRoutes(other)).filter((route) => !route.startsWith('/pages/auth'))).toEqual([])
  await expect.poll(() => page.url()).toContain('/pages/auth/')
  const still = await documentAt(page, my)
  expect(await still.locator('data[value]').count()).toBe(0)
  // The next member's own page is kept, and is theirs.
  await other.goto(`${it.server.origin}/#/pages/auth/register`)
  await register(other, it.server.origin)
  await other.goto(`${it.server.origin}/#${my}`)
  await untilKept(other, my)
  const theirs = await documentAt(other, my)
  await theirs.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  expect(await theirs.getByText('Demo member').count()).toBe(0)
})

test('a screen of another choice is removed at once, where its page could not delete it any more', async () => {
  const page = await it.openInstalled({ hasLastScreen: true })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilKept(page, my)
  // As a page that was killed in between leaves it.
  await page.evaluate(() => localStorage.setItem('voltfolio-locale', JSON.stringify({ language: 'id' })))
  const seen = await page.context().newPage()
  onTestFinished(() => seen.close())
  await seen.addInitScript(() => {
    new MutationObserver(() => {
      const isSeen = document.getElementById('last-screen') !== null
      window.seen = [...(window.seen ?? []), ...(window.seen?.at(-1) === isSeen ? [] : [isSeen])]
    }).observe(document, { childList: true, subtree: true })
  })
  await seen.goto(`${it.server.origin}/#${my}`)
  await seen.locator('#root').getByRole('heading', { level: 1, name: 'Saya' }).waitFor()
  // Removed by the first script; nothing of the page had been drawn below it.
  expect(await seen.evaluate(() => window.seen)).toEqual([false, true, false])
})

test('with an app lock, hidden amounts or the switch off nothing of before is in the document', async () => {
  const page = await it.openInstalled({ hasLastScreen: true })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilKept(page, my)
  const amount = await page.getByRole('main').locator('data[value]').first().textContent()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect.poll(() => keptRoutes(page)).toEqual([])
  await untilKept(page, my)
  const hidden = await documentAt(page, my)
  await hidden.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  expect(await hidden.getByText(amount!).count()).toBe(0)
  await page.goto(`${it.server.origin}/#/pages/my/set`)
  await page.getByRole('switch', { name: 'Open with the last screen' }).uncheck()
  await expect.poll(() => keptRoutes(page)).toEqual([])
  const off = await documentAt(page, my)
  await off.locator('.first-frame').waitFor({ state: 'attached' })
})

test('a visitor has one too', async () => {
  const { page, context } = await openApp(it.browser, it.server.origin, { hasLastScreen: true })
  onTestFinished(() => context.close())
  // Who has begun to do something gets no advertisement, which would cover the page.
  await page.keyboard.press('Shift')
  await untilOfflineReady(page)
  await untilKept(page, home)
  const still = await documentAt(page, home)
  await still.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  // It isn't theirs any more once they have signed in.
  await page.goto(`${it.server.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  const after = await documentAt(page, home)
  expect(await after.getByRole('link', { name: 'Log in' }).count()).toBe(0)
})
