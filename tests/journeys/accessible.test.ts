import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/browser.ts'
import { clippedText, smallTargets } from '#tests/support/visible-text.ts'
import { journey } from '#tests/support/journey.ts'
import { searchesOf } from '#tests/support/route-searches.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'
import { sitemap } from '#src/sitemap.ts'

const app = journey()
/** Both pages stay open; tests change the hash, the emulated colour scheme and the language of the app. */
let member: Page
let visitor: Page
const complaints: string[][] = []
let searches: Awaited<ReturnType<typeof searchesOf>>

beforeAll(async () => {
  ;[member, visitor] = await Promise.all([openLogIn(), openLogIn()])
  await signInAsDemo(member)
  searches = await searchesOf(app.server.origin)
})

afterAll(() => {
  expect(complaints.flat()).toEqual([])
})

async function openLogIn(): Promise<Page> {
  const opened = await openApp(app.browser, app.server.origin, {
    route: '/pages/auth/login',
    prefetches: false,
    context: { serviceWorkers: 'block' },
  })
  complaints.push(opened.complaints)
  return opened.page
}

const signInPages = ['/pages/auth/login', '/pages/auth/register', '/pages/auth/changePassword']
const ofMembers = sitemap.map((place) => place.path).filter((path) => !signInPages.includes(path))
const ofVisitors = [
  ...signInPages,
  '/pages/index/productList',
  '/pages/index/index',
  '/subPages/product/detail',
  '/subPages/pointsmall/detail',
]

describe.each([
  ['ltr', 'en'],
  ['rtl', 'ar'],
] as const)('read %s', (direction, language) => {
  beforeAll(async () => {
    await speak(member, language, '/pages/my/set')
    await speak(visitor, language, '/pages/auth/login')
  })

  test.each(ofMembers)('%s has no fault', (path) => judge(member, path, direction))
  test.each(ofVisitors)('%s has no fault, as a visitor', (path) => judge(visitor, path, direction))
})

const titleOf = (path: string) => sitemap.find((place) => place.path === path)?.title.message ?? ''

async function judge(page: Page, path: string, direction: string): Promise<void> {
  for (const search of searches[path] ?? ['']) await judgeOne(page, path + search, direction)
}

async function judgeOne(page: Page, route: string, direction: string): Promise<void> {
  await go(page, route)
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction)
  // What axe reads of a page is the same in both directions: names, roles, order and colours.
  if (direction === 'ltr') {
    if (!route.includes('?')) {
      // Until the page has changed, the one before is loaded.
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${RegExp.escape(titleOf(route))}`))
      await untilLoaded(page)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await axeFaults(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFaults(page, { only: 'colours' }), 'dark').toEqual([])
  }
  expect(await smallTargets(page), 'too small for a thumb').toEqual([])
  await expect.poll(() => clippedText(page), { timeout: 10_000 }).toEqual([])
}

async function speak(page: Page, language: string, where: string): Promise<void> {
  await go(page, where)
  await page.locator('select:has(> option[lang])').selectOption(language)
  await page.waitForFunction((to) => document.documentElement.lang === to, language)
}

/** Resolves when the screen of the route has loaded. */
async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await page.waitForFunction((to) => location.hash.startsWith(`#${to}`), route.split('?')[0])
  await untilLoaded(page)
}
