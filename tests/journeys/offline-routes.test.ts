import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { homePath, sitemap } from '#src/sitemap.ts'

const app = journey()
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;({ page, complaints } = await openApp(app.browser, app.server.origin, { route: '/pages/auth/login' }))
  await signInAsDemo(page)
  await untilOfflineReady(page)
  await page.evaluate(() => {
    location.hash = '/pages/my/offline'
  })
  await page.getByText('Ready offline: everything worth reading is saved.').waitFor()
  await app.server.kill()
})

/** Reloads the document from the service worker, as a new tab would. */
async function openFresh(path: string) {
  await page.goto('about:blank')
  await page.goto(`${app.server.origin}/#${path}`)
}

test(
  'every route opens with the server gone, though none but the first was ever visited',
  { timeout: 300_000 },
  async () => {
    for (const { path, title } of sitemap) {
      // The sign-in routes lead a signed-in member away.
      if (path.startsWith('/pages/auth/')) continue
      await openFresh(path)
      // A start at a page of restricted mode leads home where the mode is off.
      const wanted = path === '/pages/index/my2' ? 'Home' : title.message
      await expect
        .poll(() => page.title(), { timeout: 30_000, message: path })
        .toMatch(new RegExp(`^${RegExp.escape(wanted ?? '')}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      const said = await page.getByRole('main').innerText()
      expect(said, path).not.toContain('This page stopped working')
      expect(said, path).not.toContain("Part of the app couldn't be loaded")
    }
  },
)

test('the start address opens at Home, and says that it is offline', async () => {
  await openFresh('/')
  await page.waitForFunction((home) => location.hash === `#${home}`, homePath)
  await page.getByText('Offline: you see what was saved here').waitFor()
})

test('the withdrawal page tells the age of its figures once', async () => {
  await openFresh('/subPages/withdraw/index')
  for (const words of ['To card', 'Withdrawals of the last 30 days', 'How withdrawals work'])
    await page.getByText(words).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
  expect(
    await page
      .getByRole('main')
      .getByText(/^As of /)
      .count(),
  ).toBe(1)
})

test('comes back by itself when the server is back', async () => {
  await app.server.start()
  await page.getByText('Offline: you see what was saved here').waitFor({ state: 'detached' })
})

test('no page had an error', () => {
  expect(complaints.filter((it) => !it.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
})
