import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { root } from '#server/install.mjs'
import { sitemap } from '#src/sitemap.ts'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { register } from '#tests/support/newcomer.ts'
import { searchesOf } from '#tests/support/route-searches.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { untilLoaded } from '#tests/support/until-loaded.ts'
import { writeSheet } from './sheet.ts'
import type { Tour } from './tour.ts'

export const folder = join(root, '.tmp', 'tour')

/** A way to see the app: member, device and network. */
interface Look {
  name: string
  size?: 'phone' | 'wide'
  context?: BrowserContextOptions
  language?: string
  /** A new member without any data. */
  isNew?: true
  /** The server is stopped before the walk. */
  isOffline?: true
}

const dark = { colorScheme: 'dark' } as const

const looks: readonly Look[] = [
  { name: 'phone light' },
  { name: 'phone dark', context: dark },
  { name: 'phone arabic', language: 'ar' },
  { name: 'wide light', size: 'wide' },
  { name: 'wide dark', size: 'wide', context: dark },
  { name: 'empty', isNew: true },
  { name: 'offline', isOffline: true },
]

const signInPages = new Set(['/pages/auth/login', '/pages/auth/register', '/pages/auth/changePassword'])

/**
 * Takes screenshots of every route in every look, and one sheet of them all: `.tmp/tour/sheet.jpg` and `index.html`.
 */
export async function walk(tour: Tour): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const searches = await searchesOf(tour.server.origin)
  for (const look of looks) {
    mkdirSync(join(folder, look.name), { recursive: true })
    const begun = performance.now()
    await walkAs(tour, look, searches)
    console.log(`${look.name}: ${sitemap.length} routes in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
  await writeSheet(
    tour.browser,
    folder,
    looks.map((it) => it.name),
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
  // The sign-in routes lead a signed-in member away.
  if (look.language) await speak(page, '/pages/auth/login', look.language)
  for (const path of look.isNew || look.isOffline ? [] : signInPages) await take(path)
  // Signing in uses English labels.
  if (look.language) await speak(page, '/pages/auth/login', 'en')
  await go(page, look.isNew ? '/pages/auth/register' : '/pages/auth/login')
  await (look.isNew ? register(page, server.origin) : signInAsDemo(page))
  await page.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
  if (look.language) await speak(page, '/pages/my/set', look.language)
  if (look.isOffline) {
    await untilOfflineReady(page)
    await go(page, '/pages/my/offline')
    await page.getByText('Ready offline: everything worth reading is saved.').waitFor({ timeout: 120_000 })
    await server.kill()
  }
  for (const { path } of sitemap) if (!signInPages.has(path)) await take(path)
  await opened.context.close()
}

async function photograph(page: Page, route: string, file: string): Promise<void> {
  await go(page, route)
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
    location.hash = to
  }, route)
  await page.waitForFunction((to) => location.hash.startsWith(`#${to}`), route.split('?')[0])
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
