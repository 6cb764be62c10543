import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from '#server/install.mjs'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import type { Tour } from './tour.ts'

/** Folder of the committed screenshots, which `build/manifest.ts` lists with their sizes. */
const folder = join(root, 'public', 'screenshots')
const phones = ['narrow-1.png', 'narrow-2.png', 'narrow-3.png', 'narrow-4.png']

/** Takes the manifest's screenshots and the README's picture. Stops the server, because the last one is offline. */
export async function takeStore({ browser, server }: Tour): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await takeWide(browser, server)
  await takeNarrow(browser, server)
  await takeStrip(browser)
  for (const file of readdirSync(folder))
    console.log(file, Math.round(readFileSync(join(folder, file)).length / 1000), 'kB')
}

async function takeWide(browser: Browser, { origin }: ServerProcess): Promise<void> {
  const { page, context } = await openApp(browser, origin, {
    route: '/pages/auth/login',
    size: 'wide',
    context: { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 },
  })
  await signInAsDemo(page)
  await take(page, 'wide-1.png', '/pages/index/productList')
  await take(page, 'wide-2.png', '/pages/index/my')
  await context.close()
}

async function takeNarrow(browser: Browser, server: ServerProcess): Promise<void> {
  const { page, context } = await openApp(browser, server.origin, { route: '/pages/auth/login' })
  await signInAsDemo(page)
  await take(page, 'narrow-1.png', '/pages/index/productList')
  await go(page, '/pages/index/index')
  await page.getByRole('link', { name: /^Kancil S1/ }).click()
  await titled(page, 'Kancil S1')
  await take(page, 'narrow-2.png')
  await go(page, '/subPages/product/myProduct')
  await page
    .getByRole('link', { name: /Kancil S1/ })
    .first()
    .click()
  await titled(page, 'Kancil S1')
  await take(page, 'narrow-3.png')

  await untilOfflineReady(page)
  await go(page, '/pages/my/checkIn')
  const checkIn = page.getByRole('button', { name: /^Check in for/ })
  await checkIn.waitFor()
  await server.kill()
  await page.reload()
  await page.getByText('Offline: you see what was saved here').waitFor()
  await checkIn.waitFor()
  await holdLock(page)
  await checkIn.click()
  await page.getByRole('main').getByText('Saved on this device', { exact: true }).waitFor()
  // The toast with the same text goes first.
  await page.getByText('Saved on this device', { exact: true }).nth(1).waitFor({ state: 'detached' })
  await take(page, 'narrow-4.png')
  await context.close()
}

/** The phones side by side on a transparent background, for light and dark READMEs. */
async function takeStrip(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1040, height: 554 } })
  const pictures = phones.map(
    (file) => `<img src="data:image/png;base64,${readFileSync(join(folder, file)).toString('base64')}">`,
  )
  await page.setContent(
    `<style>body{margin:10px;display:flex;gap:20px;background:transparent}img{width:238px;border-radius:18px;border:1px solid #8886}</style>${pictures.join('')}`,
  )
  await page
    .locator('img')
    .last()
    .evaluate((it: HTMLImageElement) => it.decode())
  await page.screenshot({ path: join(folder, 'readme.png'), omitBackground: true })
}

async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
}

/** Waits for the title of the new page. */
async function titled(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function take(page: Page, file: string, route?: string): Promise<void> {
  if (route !== undefined) await go(page, route)
  await page.getByRole('main').locator('data, li').first().waitFor()
  await page.waitForLoadState('networkidle')
  await untilStill(page)
  await page.screenshot({ path: join(folder, file) })
}

/** Waits for a few frames without animation: an entering element starts to move one frame late. */
function untilStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const isMoving = () =>
      document
        .getAnimations()
        .some((it) => it.playState === 'running' && it.effect?.getTiming().iterations !== Infinity)
    for (let still = 0; still < 10; still = isMoving() ? 0 : still + 1) await new Promise(requestAnimationFrame)
  })
}

/** Holds the outbox's lock as another tab would, so that saved commands stay unsent. */
function holdLock(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((held) => {
        const { memberId } = JSON.parse(localStorage.getItem('voltfolio-member') ?? '{}') as { memberId: string }
        void navigator.locks.request(`voltfolio-outbox-${memberId}`, { steal: true }, () => {
          held()
          return new Promise(() => {})
        })
      }),
  )
}
