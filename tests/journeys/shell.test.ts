import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { launchBrowser, openApp, type OpenOptions } from '#tests/support/browser.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'

let server: ServerProcess
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

// A test that expects errors of the page removes them from `complaints` itself.
afterEach(async () => {
  await page.context().close()
  expect(complaints).toEqual([])
})

/** Opens the app without its service worker, which would answer before the faults of these tests. */
async function open(options: OpenOptions = {}) {
  ;({ page, complaints } = await openApp(browser, server.origin, {
    ...options,
    prefetches: false,
    context: { serviceWorkers: 'block', ...options.context },
  }))
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const route = () => page.evaluate(() => location.hash.slice(1))
const depth = () => page.evaluate(() => (history.state as { __TSR_index: number }).__TSR_index)
const signInLater = async () => {
  await page.evaluate(() => {
    location.hash = '/pages/auth/login'
  })
  await signInAsDemo(page)
}
const answer =
  (errno: number, data: unknown = null) =>
  (it: Route) =>
    it.fulfill({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
      body: JSON.stringify({ errno, errmsg: errno ? 'refused by the test' : '', data }),
    })

test('opens at Home with four tabs, a title and the demo ribbon', async () => {
  await open()
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')
  await page.waitForFunction(() => document.title.startsWith('Home'))
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
    'Home',
    'Mall',
    'News',
    'My',
  ])
  await page.getByText('the money here is not real').waitFor()
})

test('an address that changes while the app still starts is where it opens', async () => {
  await open({ route: '/subPages/news/list' })
  const [text, screen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = (files: RegExp, until: Promise<void>) =>
    page.route(files, async (it) => {
      await until
      await it.continue()
    })
  await hold(/assets\/text-/, text.promise)
  await hold(/assets\/news-/, screen.promise)
  await page.reload({ waitUntil: 'commit' })
  // The router replaces a method of the history when it starts; it then loads the current address.
  await page.waitForFunction(() => Object.hasOwn(window.history, 'pushState'))
  await page.evaluate(() => {
    location.hash = '/pages/index/index'
  })
  text.resolve()
  await page.waitForFunction(() => document.querySelector('.first-frame') === null)
  screen.resolve()
  await page.waitForFunction(() => document.title.startsWith('Mall'))
  await page.getByRole('searchbox').waitFor()
})

/** A first visit on which the texts of the first frame fail or hang; what the page complains of then is no fault. */
async function openWithoutTexts(answer: (it: Route) => Promise<void>) {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' })
  page = await context.newPage()
  complaints = []
  await page.route('**/assets/text-en-first-*.js', answer)
  await page.goto(`${server.origin}/#/pages/index/index`)
  return page.getByRole('alert').filter({ hasText: "Voltfolio couldn't be loaded" })
}

test('an app whose texts are missing says so in its first frame, and leads out of it', async () => {
  const said = await openWithoutTexts((it) => it.abort())
  await said.waitFor()
  await page.unrouteAll()
  await said.getByRole('link', { name: 'try again' }).click()
  await heading('Home').waitFor()
  expect(await said.count()).toBe(0)
})

test('an app whose texts never come says so after 120 seconds', async () => {
  const said = await openWithoutTexts(() => new Promise(() => {}))
  const words = page.locator('.first-frame + p')
  const isSeenAfter = (seconds: number) =>
    words.evaluate((it, at) => {
      for (const animation of it.getAnimations()) animation.currentTime = at
      return getComputedStyle(it).visibility
    }, seconds * 1000)
  expect(await isSeenAfter(119)).toBe('hidden')
  expect(await said.count()).toBe(0)
  expect(await isSeenAfter(120)).toBe('visible')
  expect(await said.count()).toBe(1)
})

test("a visitor is led to log in from a member's page, and back to it afterwards", async () => {
  await open({ route: '/subPages/card/list' })
  await heading('Log in').waitFor()
  await signInAsDemo(page)
  await heading('Bank cards').waitFor()
  expect(await depth()).toBe(0)
})

test('a link to log in leads back to the same page', async () => {
  await open({ route: '/subPages/product/list' })
  await heading('Products').waitFor()
  await page.evaluate(() => {
    location.hash = '/pages/auth/login'
  })
  await signInAsDemo(page)
  await heading('Products').waitFor()
  expect(await depth()).toBe(0)
})

test('an expired session leads to log in and remembers the page', async () => {
  await open({ route: '/pages/auth/login' })
  await signInAsDemo(page)
  await page.evaluate(() => {
    location.hash = '/pages/my/equity'
  })
  await heading('Member levels').waitFor()
  await page.route('**/wx/auth/refresh', answer(501))
  // Only My makes this request; other data may just have been fetched.
  await page.route('**/wx/game/sign/getSignNum*', answer(501))
  await page.evaluate(() => {
    location.hash = '/pages/index/my'
  })
  await heading('Log in').waitFor()
  const ended = page.getByText('Your session has ended. Log in again to continue')
  await ended.waitFor()
  await page.unrouteAll()
  await signInAsDemo(page)
  await page.waitForFunction(() => location.hash === '#/pages/index/my')
  // Who leaves by themselves is told nothing of the kind.
  await page.evaluate(() => {
    location.hash = '/pages/my/set'
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await heading('Log in').waitFor()
  expect(await ended.count()).toBe(0)
})

test('a failed status is said with its number, in the place of what it failed to bring', async () => {
  await open({ route: '/pages/index/index' })
  await heading('Mall').waitFor()
  // An offer that no stored list has.
  await page.route('**/wx/g/goods/vehicle/info*', (it) =>
    it.fulfill({
      status: 503,
      headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
      body: JSON.stringify({ errno: 1503, errmsg: 'refused by the test', data: null }),
    }),
  )
  await page.evaluate(() => {
    location.hash = '/subPages/product/detail?id=00000000-0000-4000-8000-000000000000'
  })
  await page.getByText('refused by the test (HTTP 503)').waitFor({ timeout: 30_000 })
})

test("speaks the browser's language where it can, in every area", async () => {
  await open({ route: '/pages/auth/login', context: { locale: 'id-ID' } })
  await heading('Masuk').waitFor()
  await page.getByText('Kata sandi').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('id')
})

test('a page whose chunk is missing on the server says so, and opens once it is there', async () => {
  await open({ route: '/pages/index/productList' })
  await page.route('**/assets/salary-*.js', (it) => it.fulfill({ status: 404, body: '' }))
  await signInLater()
  // The page reloads once by itself.
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => {
    location.hash = '/subPages/salary/list'
  })
  await reloaded
  await page.getByRole('heading', { name: "Part of the app couldn't be loaded" }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading('Weekly salary').waitFor()
  expect(complaints.splice(0).every((it) => it.includes('dynamically imported module'))).toBe(true)
})

test('lazy chunks that are missing on the server leave the page as it is, and say so', async () => {
  await open({
    route: '/pages/index/productList',
    before: (it) => it.route('**/assets/later-*.js', (asked) => asked.fulfill({ status: 404, body: '' })),
  })
  const missing = page.getByText("Part of the app couldn't be loaded").filter({ visible: true })
  // The page reloads once by itself first.
  await missing.waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Mall' }).click()
  await heading('Mall').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await missing.waitFor({ state: 'hidden' })
  await heading('Mall').waitFor()
  expect(complaints.splice(0).filter((it) => !it.includes('dynamically imported module'))).toEqual([])
})

describe('navigation', () => {
  test('back without a history falls to the mall tab', async () => {
    await open({ route: '/subPages/news/detail' })
    await page.getByRole('button', { name: 'Back' }).click()
    await heading('Mall').waitFor()
    expect(await depth()).toBe(0)
  })

  test('an address typed by hand is a page above the one before', async () => {
    await open({ route: '/pages/index/index' })
    await heading('Mall').waitFor()
    await page.evaluate(() => {
      location.hash = '/pages/nowhere'
    })
    await heading('Page not found').waitFor()
    expect(await depth()).toBe(1)
    await page.getByRole('button', { name: 'Back' }).click()
    await heading('Mall').waitFor()
    expect(await depth()).toBe(0)
  })

  test('a tab closes the pages above it', async () => {
    await open({ size: 'wide' })
    await page.evaluate(() => {
      location.hash = '/subPages/product/list'
    })
    await heading('Products').waitFor()
    expect(await depth()).toBe(1)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click()
    await heading('News').waitFor()
    expect(await depth()).toBe(0)
  })

  test('an unknown address says so and leads home', async () => {
    await open({ route: '/pages/nowhere' })
    await heading('Page not found').waitFor()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await page.waitForFunction(() => location.hash === '#/pages/index/productList')
  })

  // Its title, its texts and who may open it go by the address as the sitemap writes it.
  test('an address that differs in upper and lower case is an unknown one', async () => {
    await open({ route: '/pages/my/checkin' })
    await heading('Page not found').waitFor()
  })

  test('the heading has the focus after going on', async () => {
    await open({ route: '/pages/index/index' })
    await heading('Mall').waitFor()
    await page.getByRole('link', { name: 'News' }).click()
    await heading('News').waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  })

  const index = () => page.evaluate(() => (history.state as { __TSR_index: number }).__TSR_index)
  const quit = () => page.getByText('Press back again to quit')
  const android = 'Mozilla/5.0 (Linux; Android 15) Chrome/150'
  const openInstalled = async (context: OpenOptions['context']) => {
    await open({
      route: '/pages/index/index',
      ...(context && { context }),
      before: (it) =>
        it.addInitScript(() => {
          const ask = window.matchMedia.bind(window)
          window.matchMedia = (query) => ask(query.includes('display-mode: standalone') ? 'all' : query)
        }),
    })
    await heading('Mall').waitFor()
  }
  /** The listener of the first touch is added just after the first frame. */
  const touch = () =>
    expect
      .poll(async () => {
        await heading('Mall').click()
        return index()
      })
      .toBe(1)

  test('an installed app says how to quit when back is pressed on its only page, and stays', async () => {
    await openInstalled({ userAgent: android })
    await touch()
    await page.goBack()
    await quit().waitFor()
    expect(await route()).toBe('/pages/index/index')
    await page.waitForFunction(() => (history.state as { __TSR_index: number }).__TSR_index === 1)
    expect(await heading('Mall').isVisible()).toBe(true)
  })

  test('the page stays where it is scrolled to, as back is pressed and afterwards', async () => {
    await openInstalled({ userAgent: android })
    await touch()
    // It comes last, and moves what is below it.
    await page.getByRole('combobox', { name: 'Operator' }).waitFor()
    const top = () => page.evaluate(() => scrollY)
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
        return top()
      })
      .toBe(300)
    const tops = await page.evaluateHandle(() => {
      const seen = new Set([scrollY])
      const look = () => requestAnimationFrame(() => (seen.add(scrollY), look()))
      look()
      return seen
    })
    await page.goBack()
    await quit().waitFor()
    await expect.poll(index).toBe(1)
    await page.waitForTimeout(300)
    expect(await tops.evaluate((it) => [...it])).toEqual([300])
  })

  test('a touch while it is said how to quit leaves the next press of back as it was', async () => {
    await openInstalled({ userAgent: android })
    await touch()
    await page.goBack()
    await quit().waitFor()
    await heading('Mall').click()
    expect(await index()).toBe(1)
    await quit().waitFor({ state: 'hidden' })
    await page.evaluate(() => {
      location.hash = '/subPages/product/list'
    })
    await heading('Products').waitFor()
    await page.goBack()
    await heading('Mall').waitFor()
    expect(await index()).toBe(1)
    expect(await quit().count()).toBe(0)
  })

  test('the page that is open is the one that stays', async () => {
    await openInstalled({ userAgent: android })
    await touch()
    await page.getByRole('link', { name: 'News' }).click()
    await heading('News').waitFor()
    await page.goBack()
    await quit().waitFor()
    expect(await route()).toBe('/subPages/news/list')
    expect(await heading('News').isVisible()).toBe(true)
    await page.waitForFunction(() => (history.state as { __TSR_index: number }).__TSR_index === 1)
    expect(await route()).toBe('/subPages/news/list')
  })

  // Its windows have no system's back, and none that quits.
  test('an app that is installed on a computer catches no press of back', async () => {
    await openInstalled(undefined)
    await page.getByRole('link', { name: 'News' }).click()
    await heading('News').waitFor()
    await heading('News').click()
    expect(await index()).toBe(0)
  })
})

test('errno 524 opens a dialog with one button', async () => {
  await open({ route: '/pages/index/index' })
  await heading('Mall').waitFor()
  await page.route('**/wx/home/indexV3*', answer(524))
  await page.evaluate(() => {
    localStorage.clear()
  })
  await page.reload()
  await page.getByRole('link', { name: 'Home' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  expect(await dialog.getByRole('button').allTextContents()).toEqual(['Close'])
  await dialog.getByRole('button').click()
  await dialog.waitFor({ state: 'detached' })
})

test("from 900 px the tabs are a rail that every page has, the one above it marked; below, only the tabs' own pages have the bar", async () => {
  await open({ route: '/subPages/news/detail', size: 'wide', context: { viewport: { width: 900, height: 700 } } })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.waitFor()
  const [ribbon, rail] = await Promise.all([
    page.getByText('the money here is not real').boundingBox(),
    bar.boundingBox(),
  ])
  expect(rail!.y).toBeGreaterThanOrEqual(ribbon!.y + ribbon!.height)
  expect(rail!.y + rail!.height).toBe(700)
  expect(await bar.locator('[aria-current]').allTextContents()).toEqual(['News'])
  await page.setViewportSize({ width: 899, height: 700 })
  await bar.waitFor({ state: 'hidden' })
})

test.each(['light', 'dark'] as const)('the shell has no violation that axe finds, in %s', async (colorScheme) => {
  for (const path of ['/pages/index/productList', '/pages/nowhere', '/subPages/news/list']) {
    await open({ route: path, context: { colorScheme } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, ...(await axeFaults(page))]).toEqual([path])
    await page.context().close()
  }
})
