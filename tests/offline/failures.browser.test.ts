import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, openApp, untilOfflineReady } from '#tests/support/browser.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

let server: ServerProcess
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

beforeEach(async () => {
  ;({ context, page } = await openApp(browser, server.origin, {
    route: '/pages/auth/login',
    prefetches: false,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  }))
  await untilOfflineReady(page)
})

afterEach(() => context.close())

const go = (route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

/** The failures that the page "Offline and storage" copies, after a restart of the app. */
async function copied(): Promise<string> {
  await page.goto('about:blank')
  await page.goto(`${server.origin}/#/pages/my/offline`)
  await page.getByText(/errors? found/).click()
  await page.getByRole('button', { name: 'Copy details' }).click()
  await page.getByText('Copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('an error in a screen can be seen and copied, without what is secret, until the list is cleared', async () => {
  await signInAsDemo(page)
  // This breaks one screen, which reads it while rendering.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      get() {
        throw new TypeError('broken on purpose for 081397000001')
      },
    })
  })
  await go('/pages/my/gift')
  await page.getByText('This page stopped working').waitFor()
  expect(await copied()).toMatch(/×\d+ \[\w+\] react: caught: TypeError: broken on purpose for #\n\s+at /)
  await page.getByText('broken on purpose for #').first().waitFor()
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await page.getByText('None found on this device.').waitFor()
  await page.reload()
  await page.getByText('None found on this device.').waitFor()
})

test('an error in the worker can be seen and copied, while the page is open', async () => {
  await go('/pages/my/offline')
  await page.getByText('None found on this device.').waitFor()
  await context.serviceWorkers()[0]!.evaluate(() => {
    void Promise.reject(new RangeError('the worker failed on purpose'))
  })
  await page.getByText(/1 error found/).click()
  await page.getByText('worker: RangeError: the worker failed on purpose').waitFor()
  expect(await copied()).toContain('worker: RangeError: the worker failed on purpose')
})
