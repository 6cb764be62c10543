import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'

const app = journey()
let page: Page
let complaints: string[]

beforeAll(async () => {
  // The narrowest phone in dark mode is the hardest case for layout and contrast.
  ;({ page, complaints } = await openApp(app.browser, app.server.origin, {
    member: demoMember,
    prefetches: false,
    context: { serviceWorkers: 'block', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  }))
})

/** Routes with their heading and a word that is there only after the server's answer. */
const screens = [
  ['/pages/index/my', 'My', /growth left to reach/],
  ['/pages/index/my2', 'My', /growth left to reach/],
  ['/subPages/product/myProduct', 'My products', /to claim/],
  ['/pages/my/historyList', 'Wallet details', 'Ready to claim'],
  ['/pages/my/historyList?wallet=points', 'Wallet details', /Points spent|Gift with a purchase|Check-in/],
  ['/pages/my/books', 'Where the money is', /What all members own/],
  ['/pages/my/operators', 'Operators', 'Paid in so far'],
  ['/pages/my/productOrderList', 'Product orders', 'Working'],
  ['/pages/my/checkIn', 'Daily check-in', /Your gold coins:/],
  ['/pages/my/coupon', 'Coupons', 'Welcome voucher'],
  ['/pages/my/equity', 'Member levels', 'Your level'],
  ['/subPages/message/list', 'Messages', /\d unread message/],
  ['/pages/my/invite', 'Invite', 'DEMO2026'],
  ['/pages/my/inviteGift', 'Invite rewards', /^Claim 300/],
  ['/pages/index/team', 'Team', 'Joined in the last 30 days'],
  ['/pages/my/set', 'Settings', 'Base colour'],
  ['/pages/my/queue', 'Waiting to be sent', 'Nothing waiting'],
  ['/pages/my/offline', 'Offline and storage', 'Messages'],
  ['/pages/my/update', 'App update', 'On the server'],
] as const

async function judge(heading: string, word: string | RegExp) {
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).allTextContents(), { timeout: 30_000 })
    .toEqual([heading])
  await page.getByRole('main').getByText(word).first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(tooWide, 'pixels beyond the edge').toBeLessThanOrEqual(0)
}

test.each(screens)('%s can be read by everyone and fits a narrow phone', async (route, heading, word) => {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await judge(heading, word)
})

test('a unit shows what its machine did, its settlements and its part of each', async () => {
  await page.evaluate(() => {
    location.hash = '/subPages/product/myProduct'
  })
  await judge('My products', /to claim/)
  // Two units of one machine are one row, which opens. What still earns is listed before them.
  await page.getByRole('radio', { name: 'Ended' }).click()
  await page.getByRole('button', { name: /Kurir Van Week/ }).click()
  await page
    .getByRole('link', { name: /Kurir Van Week/ })
    .first()
    .click()
  await judge('Kurir Van Week', 'What the machine did')
  await page
    .getByText(/of \$\d+\.\d\d paid/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'See all, with a chart' }).click()
  await judge('My product income', 'Earned in the last 30 days')
  await page.getByRole('table', { name: 'Earnings by day' }).getByRole('row').nth(29).waitFor()
  await page.getByText('Fractions carry over to the next payment').waitFor()

  // The last chip, beyond the edge of a narrow phone, is chosen by the address.
  await page.evaluate(() => {
    location.hash = '/subPages/product/myProduct?status=cancelled'
  })
  const chip = page.locator('label', { has: page.getByRole('radio', { name: 'Cancelled' }) })
  await expect
    .poll(() => chip.evaluate((it) => it.getBoundingClientRect()))
    .toMatchObject({ right: expect.toSatisfy((right: number) => right <= 320) as number })
})

test('a bill leads to the order that it paid for', async () => {
  await page.evaluate(() => {
    location.hash = '/pages/my/historyList?wallet=recharge'
  })
  const purchase = page.getByRole('listitem').getByRole('button', { name: /Purchase/ })
  // Newer bills are above it, and a virtual list renders only rows in view.
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
      })
      return await purchase.count()
    })
    .toBeGreaterThan(0)
  await purchase.first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'See where it went' }).click()
  await page.waitForFunction(() => location.hash.includes('productOrderList'))
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Order number').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
})

test('an order is cancelled in time: asked once more, then the payment is back and the unit over', async () => {
  const server = await memberApi(app.server.origin)
  const before = await server.balances()
  const unitId = await server.buyCheapest()
  expect((await server.balances()).recharge).toBeLessThan(before.recharge)
  await page.evaluate((id) => {
    location.hash = `/subPages/product/myProductDetail?id=${id}`
  }, unitId)
  await page.getByText(/You can cancel this order for another/).waitFor()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Keep the order' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText('Order cancelled', { exact: true }).waitFor()
  await page.getByText(/You can cancel this order for another/).waitFor({ state: 'hidden' })
  expect((await server.balances()).recharge).toBe(before.recharge)
})

test('the language changes at once and everywhere, and the choice of colours is kept', async () => {
  await page.evaluate(() => {
    location.hash = '/pages/my/set'
  })
  await page.getByRole('radio', { name: 'Light', exact: true }).check()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
  await page.getByRole('radio', { name: 'Green' }).check()
  const hue = await page.evaluate(() => document.documentElement.style.getPropertyValue('--hue'))
  await page.getByLabel('Language', { exact: true }).selectOption('id')
  await page.waitForFunction(() => document.documentElement.lang === 'id')
  await page.reload()
  await page.waitForFunction(
    () => document.documentElement.lang === 'id' && document.documentElement.dataset['theme'] === 'light',
  )
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--hue'))).toBe(hue)
  await page.getByLabel('Bahasa', { exact: true }).selectOption('en')
  await page.waitForFunction(() => document.documentElement.lang === 'en')
})

test('no page had an error', () => {
  expect(complaints).toEqual([])
})
