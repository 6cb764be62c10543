import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '#src/ui/open-page.ts'
import type { Switches } from '#protocol/settings.ts'
import { accountInfo } from '#protocol/wallet.ts'
import { announcementsOf, recordAnnouncements } from '#tests/support/announcements.ts'
import { moving, openApp, until, untilOfflineReady } from '#tests/support/browser.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { expectPaintedWhole } from '#tests/support/painted-whole.ts'
import { journey } from '#tests/support/journey.ts'
import { lastScreenMarkup, untilLastScreenKept } from '#tests/support/last-screens.ts'
import { register } from '#tests/support/newcomer.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const it = journey({}, moving)

/** Routes of which this device keeps a last screen. */
const keptRoutes = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('voltfolio-last-screens')
    const urls = (await cache.keys()).map((request) => new URL(request.url))
    return urls
      .filter((url) => url.pathname.endsWith('last-screen'))
      .map((url) => decodeURIComponent(url.search.slice(1)))
  })

/** The first amount of a route's last screen. */
const keptBalance = async (page: Page, route: string) =>
  /<main.*?<data [^>]*>(.*?)<\/data>/su.exec(await lastScreenMarkup(page, route))?.[1]

const home = '/pages/index/productList'
const my = '/pages/index/my'
const mall = '/pages/index/index'
const news = '/subPages/news/list'

/**
 * Opens a route anew without letting any script run: what is seen then is in the document. With a rate of 0 its
 * animations stay at their beginning, as in the first frame.
 */
async function documentAt(page: Page, route: string, playbackRate?: number): Promise<Page> {
  const other = await page.context().newPage()
  onTestFinished(() => other.close())
  const cdp = await page.context().newCDPSession(other)
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
  if (playbackRate !== undefined) {
    await cdp.send('Animation.enable')
    await cdp.send('Animation.setPlaybackRate', { playbackRate })
  }
  await other.goto(`${it.server.origin}/#${route}`, { waitUntil: 'load' })
  return other
}

test('offline, the document has the last figures with their time before any program runs', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
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

test('a page that waits only for a program is kept once that has come', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
  // An answer would have the page kept as well.
  await until(
    page,
    async (ms) => {
      const asked = performance.getEntriesByType('resource').map((it) => it.startTime + it.duration)
      return performance.now() - Math.max(...asked) > ms
    },
    4000,
  )
  await page.evaluate(async (open) => {
    await caches.delete('voltfolio-last-screens')
    const waiting = document.createElement('span')
    waiting.className = 'animate-late'
    document.querySelector(open)!.append(waiting)
    // A page that goes out of sight is kept at once; this one says that a part is still to come.
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
    waiting.remove()
  }, openPage)
  await expect.poll(() => lastScreenMarkup(page, my), { timeout: 10_000 }).not.toBe('')
})

test('below the first screenful a last screen has its size, and is laid out when it is scrolled to', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${mall}`)
  const end = 'See the points mall'
  await page.getByRole('link', { name: end }).waitFor()
  // What sticks to the top is not below the fold, however far the page is scrolled when it is kept.
  await page.evaluate(() => scrollTo(0, 1500))
  await untilLastScreenKept(page, mall)
  await expect.poll(() => lastScreenMarkup(page, mall), { timeout: 10_000 }).toContain(end)
  const heightOf = (it: Element) => Math.round(it.getBoundingClientRect().height)
  const height = await page.getByRole('main').evaluate(heightOf)
  const still = await documentAt(page, mall)
  const main = still.locator('#last-screen main')
  expect(await main.evaluate(heightOf)).toBe(height)
  const skippedAs = (value: string, of = main) =>
    of.evaluate(
      (it, visibility) =>
        [...it.querySelectorAll('*')]
          .filter((part) => getComputedStyle(part).contentVisibility === visibility && !(part instanceof SVGElement))
          .map((part) => part.getBoundingClientRect().top / innerHeight),
      value,
    )
  await expect.poll(() => skippedAs('hidden')).toEqual([])
  const skipped = await skippedAs('auto')
  expect(skipped.length).toBeGreaterThan(2)
  // Parts that are near are left out as well, in the first frame only.
  const begun = await documentAt(page, mall, 0)
  expect(await skippedAs('hidden', begun.locator('#last-screen main'))).toEqual(skipped)
  expect(Math.min(...skipped)).toBeGreaterThanOrEqual(1)
  const last = main.getByText(end)
  const isLaidOut = () => last.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isLaidOut()).toBe(false)
  await last.scrollIntoViewIfNeeded()
  await expect.poll(isLaidOut).toBe(true)
  expect(await main.evaluate(heightOf)).toBe(height)
})

test('the first frame leaves out drawings, and nothing moves as they come', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${home}`)
  await untilLastScreenKept(page, home)
  const begun = await documentAt(page, home, 0)
  const drawings = (of: Page) =>
    of
      .locator('#last-screen svg:has(> use)')
      .evaluateAll((them) =>
        them.filter((it) => it.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).map((it) => it.id),
      )
  const places = (of: Page) =>
    of.locator('#last-screen').evaluate((screen) =>
      [...screen.querySelectorAll('*')]
        .filter((it) => !it.closest('svg *') && it.checkVisibility({ contentVisibilityAuto: true }))
        .map((it) => it.getBoundingClientRect())
        .filter((it) => it.top < innerHeight)
        .map(({ x, y, width, height }) => [x, y, width, height].join(' ')),
    )
  expect(await drawings(begun)).toEqual([])
  const before = await places(begun)
  expect(before.length).toBeGreaterThan(40)
  const still = await documentAt(page, home)
  await expect.poll(async () => (await drawings(still)).length).toBeGreaterThan(2)
  expect(await places(still)).toEqual(before)
})

test('the first screenful of a last screen is painted whole, and does not wait for what is below it', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${mall}`)
  await page.getByRole('link', { name: 'See the points mall' }).waitFor()
  await untilLastScreenKept(page, mall)
  const below = 'id="last-screen-below-fold"'
  await expect.poll(() => lastScreenMarkup(page, mall), { timeout: 10_000 }).toContain(below)
  const still = await documentAt(page, mall)
  expect(await still.locator('#last-screen > :first-child').textContent()).toMatch(/^As of \w/)
  const context = await it.browser.newContext({ viewport: { width: 412, height: 915 } })
  onTestFinished(() => context.close())
  await expectPaintedWhole(context, await still.content(), { following: below, origin: it.server.origin })
  // Wholly out of sight, and with it all that comes after.
  const tops = await still.locator('#last-screen main').evaluate((main) => {
    const parts = [...main.querySelectorAll('*')]
    return parts
      .slice(parts.indexOf(document.querySelector('#last-screen-below-fold')!))
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ top }) => top / innerHeight)
  })
  expect(tops.length).toBeGreaterThan(100)
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(1)
})

test('the program takes the place of the last screen without a jump, and is read aloud once', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
  const figure = page.getByRole('main').locator(incomeFigure)
  const before = (await figure.textContent())!
  await expect.poll(() => keptBalance(page, my), { timeout: 10_000 }).toBe(before)
  const again = await page.context().newPage()
  onTestFinished(() => again.close())
  await again.addInitScript(recordShiftsAndFigures, `#root ${incomeFigure}`)
  // As if the page weren't drawn to its end: where the last screen was scrolled to there would be nothing. It is there
  // before the page is: a page that is drawn at once would leave the last screen at once.
  await again.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const part = document.createElement('template')
      part.ariaBusy = 'true'
      document.body.append(part)
    })
  })
  // A claim on another device.
  await changeAnswers(again, accountInfo, (balances) => {
    balances.income += 100
  })
  // A minute later, so that the balances are asked for again. Time stands still but for the steps below: the page is
  // drawn, and the last screen not yet gone.
  const later = Date.now() + 60_000
  await again.clock.install({ time: later })
  await again.clock.pauseAt(later + 1000)
  await again.goto(`${it.server.origin}/#${my}`)
  await expect
    .poll(async () => {
      await again.clock.runFor(frameMs)
      return again.locator('#root h1').count()
    })
    .toBe(1)
  // From here on it waits for the end of the page only: what the page reads has come.
  await again.waitForLoadState('networkidle')
  expect(await again.locator('#last-screen').count()).toBe(1)
  await recordAnnouncements(again)
  // The second of two links to the same page.
  await again.locator(`#last-screen ${pointsLink}`).nth(1).focus()

  // Less than its patience, of which the steps until now have taken a part: the more the slower the machine was.
  await again.clock.runFor(700)
  expect(await again.locator('#last-screen').count()).toBe(1)
  await again.evaluate(() => document.body.querySelector(':scope > template')!.remove())

  const exposed = [await exposedParts(again)]
  await expect
    .poll(async () => {
      await again.clock.runFor(frameMs)
      exposed.push(await exposedParts(again))
      return again.locator('#last-screen').count()
    })
    .toBe(0)
  expect(exposed).toEqual(exposed.map(() => ({ mains: 1, headings: ['My'], alerts: [] })))
  expect(await announcementsOf(again, /./)).toEqual([])
  expect(
    await again.evaluate(
      (links) => [...document.querySelectorAll(links)].indexOf(document.activeElement!),
      `#root ${pointsLink}`,
    ),
  ).toBe(1)

  await again.clock.resume()
  await again.waitForLoadState('networkidle')
  await again.screenshot({ path: '.tmp/last-screen-after.png' })
  expect(await again.evaluate(() => window.shifts ?? [])).toEqual([])
  // Replaced at once, not counted up.
  const shown = () => again.getByRole('main').locator(incomeFigure).textContent()
  await expect.poll(shown).not.toBe(before)
  const after = await shown()
  // A fast answer may be there before the page is drawn at all.
  const figures = (await again.evaluate(() => window.figures)) ?? []
  expect(figures.slice(figures[0] === before ? 1 : 0)).toEqual([after])
})

const incomeFigure = 'a[href*="wallet=income"] data[value]'
const pointsLink = 'a[href*="wallet=points"]'
const frameMs = 16

/** Before a page is loaded: what moves in it, and each state of the figure that `selector` finds. */
function recordShiftsAndFigures(selector: string): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element }[] })[])
      window.shifts = [...(window.shifts ?? []), ...entry.sources.map((it) => it.node?.outerHTML?.slice(0, 200))]
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    const markup = document.querySelector(selector)?.innerHTML
    if (markup !== undefined && markup !== window.figures?.at(-1)) window.figures = [...(window.figures ?? []), markup]
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}

/** What a screen reader finds on the page now: its main parts, and what would be read aloud by itself. */
async function exposedParts(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  await cdp.detach()
  const shown = nodes.filter((node) => !node.ignored)
  const named = (role: string) => shown.filter((node) => node.role?.value === role)
  const isFirst = (node: (typeof nodes)[number]) =>
    node.properties?.some(({ name, value }) => name === 'level' && value.value === 1)
  return {
    mains: named('main').length,
    headings: named('heading')
      .filter(isFirst)
      .map((node) => String(node.name?.value)),
    alerts: named('alert').map((node) => String(node.name?.value)),
  }
}

declare global {
  interface Window {
    shifts?: string[]
    figures?: string[]
    seen?: boolean[]
  }
}

test('a tab that is tapped before the program runs is where the app opens', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${home}`)
  await untilLastScreenKept(page, home)
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

test('until the program runs, a link leads to the last screen of its page', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  for (const route of [home, my]) {
    await page.goto(`${it.server.origin}/#${route}`)
    await untilLastScreenKept(page, route)
  }
  const firstFile = /\/assets\/first-/
  expect(await page.evaluate(removeFirstFile)).toBe(1)
  // The program is slow to come.
  await page.context().route(firstFile, () => {})
  const again = await page.context().newPage()
  await again.goto(`${it.server.origin}/#${home}`, { waitUntil: 'commit' })
  const heading = again.getByRole('heading', { level: 1 })
  const follow = (route: string) => again.locator(`nav a[href$="${route}"]`).click()
  await expect.poll(() => heading.allInnerTexts()).toEqual(['Home'])
  await again.evaluate(() => scrollTo(0, 500))
  await follow(my)
  await expect.poll(() => heading.allInnerTexts()).toEqual(['My'])
  expect(
    await again.evaluate(() => [scrollY, document.querySelectorAll('link[href*="last-screen.css"]').length]),
  ).toEqual([0, 1])
  expect(await again.locator('.last-screen-date').innerText()).toMatch(/^As of/)
  // The News was never open: its page comes with the program.
  await follow(news)
  await again.waitForLoadState('networkidle')
  expect(await heading.allInnerTexts()).toEqual(['My'])
  await follow(home)
  await expect.poll(() => heading.allInnerTexts()).toEqual(['Home'])
  // One of another member, whose page was killed before it could delete it. An open page would write its own again.
  await page.close()
  await again.evaluate(changeStamp, `last-screen?${encodeURIComponent(my)}`)
  await follow(my)
  await again.waitForLoadState('networkidle')
  expect(await heading.allInnerTexts()).toEqual(['Home'])

  await again.context().unroute(firstFile)
  await again.reload()
  await again.locator('#last-screen').waitFor({ state: 'detached' })
  await expect.poll(() => heading.allInnerTexts()).toEqual(['My'])
})

/** From the caches, so that the worker has to ask for it; resolves to how many there were. */
async function removeFirstFile(): Promise<number> {
  let removed = 0
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (request.url.includes('/assets/first-') && (await cache.delete(request))) removed += 1
  }
  return removed
}

/** Makes a last screen that of another member. */
async function changeStamp(address: string): Promise<void> {
  const cache = await caches.open('voltfolio-last-screens')
  const url = new URL(address, location.href.split('#')[0])
  const screen = (await (await cache.match(url))!.json()) as object
  await cache.put(url, Response.json({ ...screen, stamp: 'of another member' }))
}

test('each tab has one, with the choices that were made on it', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  for (const route of [home, news, my, mall]) {
    await page.goto(`${it.server.origin}/#${route}`)
    await untilLastScreenKept(page, route)
  }
  await page.getByRole('radio', { name: 'Vehicles' }).check()
  await page.locator('select').first().selectOption('earned')
  await page.waitForURL(/kind=vehicle.*sort=earned|sort=earned.*kind=vehicle/)
  const chosen = new URL(page.url()).hash.slice(1)
  await untilLastScreenKept(page, chosen)
  const kept = (await documentAt(page, chosen)).locator('#last-screen')
  expect(await kept.locator('select').first().inputValue()).toBe('earned')
  const choice = kept.locator('input[type="radio"]')
  const isChecked = await choice.evaluateAll((all: HTMLInputElement[]) => all.map((it) => it.checked))
  expect(isChecked).toEqual([false, true, false, false])
  // In one group with the page's own radio buttons, only one of all could be checked.
  expect(await choice.evaluateAll((all: HTMLInputElement[]) => all.map((it) => it.name))).toEqual(['', '', '', ''])
})

test('nobody sees the last screen of who used the device before', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
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
  // The country that they registered with is followed, and what was kept before that is forgotten.
  await other.waitForFunction(() => localStorage.getItem('voltfolio-locale')?.includes('US'))
  await untilLastScreenKept(other, my)
  const theirs = await documentAt(other, my)
  await theirs.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  expect(await theirs.getByText('Demo member').count()).toBe(0)
})

test('an app that is closed while it logs out opens logged out, with nothing of the member', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
  const next = await page.context().newPage()
  onTestFinished(() => next.close())
  await next.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('data[value]')) window.seen = [true]
    }).observe(document, { childList: true, subtree: true })
  })
  // The server is silent, so the session doesn't end for seconds.
  await page.context().route('**/wx/auth/logout', () => {})
  await page.goto(`${it.server.origin}/#/pages/my/set`)
  await page.getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Log out' }).click()
  const stay = dialog.getByRole('button', { name: 'Stay logged in' })
  expect(await stay.isDisabled()).toBe(true)
  await page.close()
  await next.goto(`${it.server.origin}/#${my}`)
  await next.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  expect(await next.evaluate(() => window.seen)).toBe(undefined)
})

test('a screen of another choice is removed at once, where its page could not delete it any more', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
  // As a page that was killed in between leaves it.
  await page.evaluate(() => localStorage.setItem('voltfolio-locale', JSON.stringify({ language: 'ar' })))
  const seen = await page.context().newPage()
  // It speaks English still, and would keep its screen again when an answer comes.
  await page.close()
  onTestFinished(() => seen.close())
  await seen.addInitScript(() => {
    new MutationObserver(() => {
      const isSeen = document.getElementById('last-screen') !== null
      window.seen = [...(window.seen ?? []), ...(window.seen?.at(-1) === isSeen ? [] : [isSeen])]
    }).observe(document, { childList: true, subtree: true })
  })
  await seen.goto(`${it.server.origin}/#${my}`)
  await seen.locator('#root').getByRole('heading', { level: 1, name: 'حسابي' }).waitFor()
  // Removed by the first script; nothing of the page had been drawn below it.
  expect(await seen.evaluate(() => window.seen)).toEqual([false, true, false])

  // Its own is written from the right.
  await expect.poll(() => lastScreenMarkup(seen, my), { timeout: 40_000 }).toContain('حسابي')
  const still = await documentAt(seen, my)
  await still.getByRole('heading', { level: 1, name: 'حسابي' }).waitFor()
  expect(await still.locator('html').getAttribute('dir')).toBe('rtl')
  const [first, last] = await Promise.all(
    [still.locator('nav a').first(), still.locator('nav a').last()].map((tab) => tab.boundingBox()),
  )
  expect(first!.x).toBeGreaterThan(last!.x)
})

test('with hidden amounts, an app lock, in review mode or with the switch off nothing of before is in the document', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
  const amount = await page.getByRole('main').locator('data[value]').first().textContent()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect.poll(() => keptRoutes(page)).toEqual([])
  await untilLastScreenKept(page, my)
  const hidden = await documentAt(page, my)
  await hidden.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  expect(await hidden.getByText(amount!).count()).toBe(0)

  await page.goto(`${it.server.origin}/#/pages/my/set`)
  await page.getByRole('button', { name: /^App lock/ }).click()
  for (const name of ['New PIN', 'The PIN again']) {
    await page.getByRole('textbox', { name, exact: true }).click()
    await page.keyboard.type('271828', { delay: 20 })
  }
  await page.getByRole('radio', { name: 'After 15 minutes', exact: true }).check()
  await page.getByRole('button', { name: 'Turn on the lock' }).click()
  await page.getByRole('button', { name: /^App lock After/ }).waitFor()
  await expect.poll(() => keptRoutes(page)).toEqual([])
  await page.goto(`${it.server.origin}/#${my}`)
  await page.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  await hideAndShow(page)
  // My may be kept again as soon as the lock is off, so Home is open by then.
  await page.goto(`${it.server.origin}/#${home}`)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const lock = await page.evaluate(() => Object.keys(localStorage).find((name) => name.startsWith('voltfolio-lock-'))!)
  await page.evaluate((name) => localStorage.removeItem(name), lock)
  await hideAndShow(page)
  // What was written before is there before this.
  await untilLastScreenKept(page, home)
  expect(await keptRoutes(page)).toEqual([home])

  onTestFinished(() => operatorSets(usual))
  await operatorSets({ ...usual, examine: true, switchedOff: ['games'] })
  await expect
    .poll(async () => {
      await hideAndShow(page)
      return keptRoutes(page)
    })
    .toEqual([])
  // The page that takes Home's place comes a moment later, and would take that of the next page.
  await expect.poll(() => new URL(page.url()).hash).toBe('#/pages/index/index2')
  await page.goto(`${it.server.origin}/#/pages/index/my2`)
  await page.getByRole('heading', { level: 1, name: 'My' }).waitFor()
  await hideAndShow(page)
  await operatorSets(usual)
  await expect
    .poll(async () => {
      await hideAndShow(page)
      return new URL(page.url()).hash
    })
    .toBe(`#${home}`)
  await untilLastScreenKept(page, home)
  expect(await keptRoutes(page)).not.toContain('/pages/index/index2')

  await page.goto(`${it.server.origin}/#/pages/my/set`)
  await page.getByRole('switch', { name: 'Open with the last screen' }).uncheck()
  await expect.poll(() => keptRoutes(page)).toEqual([])
  const off = await documentAt(page, my)
  await off.locator('.first-frame').waitFor({ state: 'attached' })
})

const usual: Switches = { examine: false, showTimeDeposit: true, showGoods: '0', switchedOff: [] }

async function operatorSets(switches: Switches): Promise<void> {
  const body = JSON.stringify(switches)
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${it.server.origin}/test/switches`, { method: 'POST', headers, body })).ok).toBe(true)
}

/** As when another app is opened for a moment: a page is kept then, and asks for the switches when it comes back. */
const hideAndShow = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

test('a visitor has one too', async () => {
  const { page, context } = await openApp(it.browser, it.server.origin, { hasLastScreen: true })
  onTestFinished(() => context.close())
  // Who has begun to do something gets no advertisement, which would cover the page.
  await page.keyboard.press('Shift')
  await untilOfflineReady(page)
  await untilLastScreenKept(page, home)
  const still = await documentAt(page, home)
  await still.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  // It isn't theirs any more once they have signed in.
  await page.goto(`${it.server.origin}/#/pages/auth/login`)
  await signInAsDemo(page)
  const after = await documentAt(page, home)
  expect(await after.getByRole('link', { name: 'Log in' }).count()).toBe(0)
})

// The last one: language and look become the profile's, on every device.
test('another language or look: every tab takes it, and no page of the one before is kept', async () => {
  const page = await it.openInstalled({ hasLastScreen: true, prefetches: false })
  await page.goto(`${it.server.origin}/#${my}`)
  await untilLastScreenKept(page, my)
  const other = await page.context().newPage()
  onTestFinished(() => other.close())
  await other.goto(`${it.server.origin}/#/pages/my/set`)
  await other.getByRole('radio', { name: 'Dark', exact: true }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await expect.poll(() => keptAttribute(other, my, 'data-theme'), { timeout: 30_000 }).toBe('dark')
  await other.getByLabel('Language', { exact: true }).selectOption('ms')
  await page.waitForFunction(() => document.documentElement.lang === 'ms')
  await expect.poll(() => keptAttribute(other, my, 'lang'), { timeout: 30_000 }).toBe('ms')
})

/** An attribute of the `html` element of a route's last screen; undefined where none is kept. */
const keptAttribute = (page: Page, route: string, name: string) =>
  page.evaluate(
    async ([address, attribute]) => {
      const screen = await caches.match(new URL(address, location.href.split('#')[0]))
      return ((await screen?.json()) as { page: Record<string, string> } | undefined)?.page[attribute]
    },
    [`last-screen?${encodeURIComponent(route)}`, name] as const,
  )
