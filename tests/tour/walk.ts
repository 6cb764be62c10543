import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '#server/install.mjs'
import { sitemap } from '#src/sitemap.ts'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { register } from '#tests/support/newcomer.ts'
import { searchesOf } from '#tests/support/route-searches.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'
import { lookNames, looks, type Look } from './looks.ts'
import { writeSheet } from './sheet.ts'
import type { Tour } from './tour.ts'

export const folder = join(root, '.tmp', 'tour')

const signInPages = new Set(['/pages/auth/login', '/pages/auth/register', '/pages/auth/changePassword'])

/**
 * Takes screenshots of every route in the named looks, and one sheet of them all: `.tmp/tour/sheet.jpg` and
 * `index.html`. Pictures of other looks stay.
 */
export async function walk(tour: Tour, names: readonly string[]): Promise<void> {
  const searches = await searchesOf(tour.server.origin)
  for (const look of looks.filter((it) => names.includes(it.name))) {
    rmSync(join(folder, look.name), { recursive: true, force: true })
    mkdirSync(join(folder, look.name), { recursive: true })
    const begun = performance.now()
    await walkAs(tour, look, searches)
    console.log(`${look.name}: ${sitemap.length} routes in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
  await writeSheet(
    tour.browser,
    folder,
    lookNames,
    sitemap.flatMap(({ path }) => picturesOf(path, searches)),
  )
  console.log(`${folder}/sheet.jpg`)
}

async function walkAs({ browser, server }: Tour, look: Look, searches: Searches): Promise<void> {
  const opened = await openApp(browser, server.origin, {
    route: look.isNew ? '/pages/auth/register' : '/pages/auth/login',
    context: {
      reducedMotion: 'reduce',
      ...(!look.isOffline && { serviceWorkers: 'block' }),
      ...look.context,
      ...(look.size !== 'wide' && { deviceScaleFactor: 1 }),
    },
    ...(look.size && { size: look.size }),
  })
  const { page } = opened
  const take = async (path: string) => {
    for (const { file, route } of picturesOf(path, searches))
      await photograph(page, route, join(folder, look.name, file))
  }
  await page.evaluate(
    (percent) => {
      document.documentElement.style.fontSize = percent
    },
    `${look.textPercent ?? 100}%`,
  )
  // The sign-in routes lead a signed-in member away.
  if (look.language) await speak(page, '/pages/auth/login', look.language)
  for (const path of look.isNew || look.isOffline ? [] : signInPages) await take(path)
  // Signing in uses English labels.
  if (look.language) await speak(page, '/pages/auth/login', 'en')
  await go(page, look.isNew ? '/pages/auth/register' : '/pages/auth/login')
  await (look.isNew ? register(page, server.origin) : signInAsDemo(page))
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
  // The profile keeps the language of the look before.
  await speak(page, '/pages/my/set', look.language ?? 'en')
  if (look.isOffline) {
    await untilOfflineReady(page)
    await go(page, '/pages/my/offline')
    await page.getByText('Ready offline: everything worth reading is saved.').waitFor({ timeout: 120_000 })
    await server.kill()
    await page.reload()
    await page.getByText('Offline: you see what was saved here').waitFor()
  }
  for (const { path } of sitemap) if (!signInPages.has(path)) await take(path)
  await opened.context.close()
}

async function photograph(page: Page, route: string, file: string): Promise<void> {
  await go(page, route)
  // Nothing is hovered that lies where the pointer last clicked.
  await page.mouse.move(0, 0)
  // A page that doesn't load in time is taken as it is.
  await untilLoaded(page, { timeout: 5000 }).catch(() => {})
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
  )
  await page.screenshot({ path: file, type: 'jpeg', quality: 85, animations: 'disabled' })
}

async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    // The old page stays until the next one is there, and a tab's page after that too: it may be the next one.
    for (const it of document.querySelectorAll('[data-left]')) it.removeAttribute('data-left')
    if (location.hash.slice(1).split('?')[0] !== to.split('?')[0])
      document.querySelector('main:not([data-away] *)')?.setAttribute('data-left', '')
    location.hash = to
  }, route)
  await page.waitForFunction((to) => location.hash.startsWith(`#${to}`), route.split('?')[0])
  await page.locator('main:not([data-left], [data-away] *)').waitFor()
}

/** Chooses a language on a page that offers it. */
async function speak(page: Page, route: string, language: string): Promise<void> {
  await go(page, route)
  await page.locator('select:has(> option[lang])').selectOption(language)
  await page.waitForFunction((to) => document.documentElement.lang === to, language)
}

type Searches = Awaited<ReturnType<typeof searchesOf>>

/** One screenshot for each query string of the path. */
function picturesOf(path: string, searches: Searches): { path: string; route: string; file: string }[] {
  const name = path.slice(1).replaceAll('/', '.')
  return (searches[path] ?? ['']).map((search, at) => ({
    path,
    route: path + search,
    file: `${name}${at === 0 ? '' : `.${at + 1}`}.jpg`,
  }))
}
