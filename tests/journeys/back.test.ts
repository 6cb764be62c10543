import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { OpenOptions } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()
let page: Page

async function openAsMember(route: string, options: OpenOptions = {}) {
  page = await app.openAsDemo(options)
  await go('/pages/my/set')
  await heading('Settings').waitFor()
  await go(route)
}

const go = (route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = () => page.getByRole('dialog')
const dialog = () => page.getByRole('alertdialog')
const overlays = () => page.evaluate(() => (history.state as { overlays?: number }).overlays ?? 0)
const covered = (count: number) => expect.poll(overlays).toBe(count)
const entries = () => page.evaluate(() => history.length)
/** Writes down every address that the browser shows from now on. */
const recordAddresses = () =>
  page.evaluate(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const look = () => {
      if (shown.at(-1) !== location.hash && !(shown.length === 0 && location.hash.includes('historyList')))
        shown.push(location.hash)
      requestAnimationFrame(look)
    }
    look()
  })
const addresses = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
/** The browser's button and the swipe do the same: they go one entry back. */
const back = () => page.evaluate(() => history.back())

async function openLimits() {
  await openAsMember('/subPages/box/index3')
  await button('Your limits and sound').click()
  await sheet().waitFor()
  await covered(1)
}

test('back closes a dialog over a sheet, then the sheet, then leaves the page', async () => {
  await openLimits()
  await sheet()
    .getByRole('button', { name: /^Pause/ })
    .first()
    .click()
  await dialog().waitFor()
  await covered(2)
  await page.goBack()
  await dialog().waitFor({ state: 'hidden' })
  expect(await sheet().isVisible()).toBe(true)
  await covered(1)
  await page.goBack()
  await sheet().waitFor({ state: 'hidden' })
  await covered(0)
  await button('Your limits and sound').waitFor()
  await page.goBack()
  await heading('Settings').waitFor()
})

test('what is typed in a sheet and under one is still there after back', async () => {
  await openAsMember('/subPages/address/editAddress')
  await page.getByLabel('Recipient').fill('Ratna Dewi')
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: /^City or district/ }).click()
    await covered(1)
    await back()
    await sheet().waitFor({ state: 'hidden' })
    await covered(0)
  }
  expect(await page.getByLabel('Recipient').inputValue()).toBe('Ratna Dewi')
  await go('/pages/my/historyList?wallet=income')
  const open = button('Move to recharge')
  await open.click()
  await sheet().getByRole('textbox').fill('1.25')
  await covered(1)
  await back()
  await sheet().waitFor({ state: 'hidden' })
  await open.click()
  expect(await sheet().getByRole('textbox').inputValue()).toBe('1.25')
})

test('a sheet closed by Escape, its button or a tap beside it leaves no entry behind', async () => {
  await openLimits()
  const full = await entries()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
  await covered(0)
  await button('Your limits and sound').click()
  await covered(1)
  await sheet().getByRole('button', { name: 'Close' }).click()
  await sheet().waitFor({ state: 'hidden' })
  await covered(0)
  expect(await entries()).toBe(full)
  await page.goBack()
  await heading('Settings').waitFor()
  // Forward leads to the page, never to an entry of a sheet that is closed.
  await page.goForward()
  await button('Your limits and sound').waitFor()
  await page.goForward().catch(() => {})
  await covered(0)
  await page.goBack()
  await heading('Settings').waitFor()
})

test('a page opened by a link in a sheet is one step above the page under the sheet', async () => {
  await openAsMember('/pages/my/historyList?wallet=income&type=income')
  const row = page
    .getByRole('main')
    .getByRole('button', { name: /^Income settled/ })
    .first()
  await row.click()
  await covered(1)
  await sheet().getByRole('link').first().click()
  await sheet().waitFor({ state: 'hidden' })
  await covered(0)
  // The address of the page names the movement, so its sheet is there again.
  await page.goBack()
  await covered(1)
})

test('an address typed by hand while a sheet is open leads to its page, which stays', async () => {
  await openAsMember('/pages/my/historyList?wallet=income&type=income')
  const row = page
    .getByRole('main')
    .getByRole('button', { name: /^Income settled/ })
    .first()
  await row.click()
  await covered(1)
  await recordAddresses()
  await go('/pages/my/checkIn')
  await heading('Daily check-in').waitFor()
  await sheet().waitFor({ state: 'hidden' })
  await covered(0)
  expect(await addresses()).toEqual(['#/pages/my/checkIn'])
})

test('a reload with an open sheet shows the page without it, one step above the page before', async () => {
  await openLimits()
  await page.reload()
  await button('Your limits and sound').waitFor()
  await covered(0)
  await page.goBack()
  await heading('Settings').waitFor()
})

test('the only page of an installed app stays when back closes its sheet', async () => {
  page = await app.open({
    route: '/subPages/box/index3',
    context: { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/150' },
    before: (it) =>
      it.addInitScript(() => {
        const ask = window.matchMedia.bind(window)
        window.matchMedia = (query) => ask(query.includes('display-mode: standalone') ? 'all' : query)
      }),
  })
  await signInAsDemo(page)
  await button('Your limits and sound').click()
  await covered(1)
  await page.goBack()
  await sheet().waitFor({ state: 'hidden' })
  await covered(0)
  const quit = page.getByText('Press back again to quit')
  expect(await quit.count()).toBe(0)
  await page.goBack()
  await quit.waitFor()
  await button('Your limits and sound').waitFor()
})
