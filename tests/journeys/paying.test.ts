import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { goodsList, ProductCard } from '#protocol/products.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { journey } from '#tests/support/journey.ts'
import { getCode, readRisks, register } from '#tests/support/newcomer.ts'

const app = journey()
const digits = '971352'

const goTo = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const review = (page: Page) => page.getByRole('button', { name: 'Review and pay' })
const pay = (page: Page) => page.getByRole('button', { name: /^Pay / })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const rechargeWallet = (page: Page) => page.getByRole('main').locator('label', { hasText: 'Recharge wallet' })

const openAsMember = () => app.openAsDemo()

async function offer(name: string): Promise<ProductCard> {
  const answer = await fetch(`${app.server.origin}/wx/g/goods/list?limit=100`)
  const { data } = (await answer.json()) as { data: Answer<typeof goodsList> }
  return data.items.find((it) => it.name === name)!
}

const firstCell = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** Types into the cells, from the first on. */
async function type(page: Page, label: string, password: string) {
  await firstCell(page, label).click()
  await page.keyboard.type(password)
}

async function resetByCode(page: Page, password: string) {
  await page.getByRole('radio', { name: 'Code by text message' }).check()
  await page.getByLabel('Phone number').fill(demoMember.phone)
  // A retry of this test may find that a code was sent a moment ago.
  await fetch(`${app.server.origin}/test/advance?ms=61000`, { method: 'POST' })
  await page.getByLabel('Verification code').fill(await getCode(page, app.server.origin, demoMember.phone))
  await type(page, 'New transaction password', password)
  await type(page, 'Repeat the 6 digits', password)
  await page.getByRole('button', { name: 'Change transaction password' }).click()
  await page.getByText('Transaction password changed').waitFor()
}

/** Sets the transaction password in the settings; resets it by code where an earlier test has set one. */
async function setTransactionPassword(page: Page) {
  await goTo(page, '/pages/my/set')
  await page.getByRole('link', { name: 'Transaction password' }).click()
  await heading(page, 'Transaction password').waitFor()
  await firstCell(page, 'Repeat the 6 digits').waitFor()
  if ((await page.getByLabel('Login password').count()) === 0) return resetByCode(page, digits)
  expect(await axeFaults(page)).toEqual([])
  const save = page.getByRole('button', { name: 'Set transaction password' })
  await save.click()
  for (const words of ['Enter your password', 'Enter 6 digits', 'Enter the 6 digits once more'])
    await page.getByText(words).waitFor()
  await page.getByLabel('Login password').fill('not-this-one')
  await type(page, 'Transaction password', digits)
  await type(page, 'Repeat the 6 digits', '971353')
  await save.click()
  await page.getByText("The two entries don't match").waitFor()
  await type(page, 'Repeat the 6 digits', digits)
  await save.click()
  await page.getByText('Wrong phone number or password.').waitFor()
  await page.getByLabel('Login password').fill(demoMember.password)
  await save.click()
  await page.getByText('Transaction password set').waitFor()
}

test('set the password, buy with a coupon, once, through wrong digits and a lost answer; cancel and have all of it back; reset by code', async () => {
  const page = await openAsMember()
  await setTransactionPassword(page)
  await heading(page, 'Settings').waitFor()

  const product = await offer('Gesit Moped')
  const payments: Request[] = []
  page.on('request', (it) => {
    if (it.url().endsWith('/wx/order/prepay')) payments.push(it)
  })
  await goTo(page, `/subPages/product/createOrder?id=${product.id}&kind=${product.kind}`)
  await page.getByRole('button', { name: /5\.00/ }).waitFor()
  const balance = await rechargeWallet(page).innerText()
  await review(page).click()
  await readRisks(page)
  await pay(page).click()
  await dialog(page, 'Transaction password').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await type(page, 'Your 6 digits', '111111')
  await page.getByText('The transaction password is wrong. You have 4 attempts left.').waitFor()
  await page.route(
    '**/wx/order/prepay',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  // The first cell has the focus again.
  await page.keyboard.type(digits)
  await heading(page, 'Order paid').waitFor()
  // One with wrong digits and one with the right ones, whose lost answer was asked for and not paid again.
  expect(new Set(payments.map((it) => it.headers()['idempotency-key'])).size).toBe(2)
  expect(payments).toHaveLength(2)
  expect(payments.some((it) => it.postData()?.includes(digits))).toBe(false)
  expect((await offer('Gesit Moped')).stock).toBe(product.stock - 1)

  await goTo(page, '/pages/my/coupon')
  await page.getByRole('radio', { name: 'Used' }).check()
  await page.getByRole('link', { name: /Welcome voucher/ }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: /Welcome voucher/ }).click()
  await page.getByRole('link', { name: 'See earnings or cancel' }).click()
  await page.getByText('You can cancel this order for another').waitFor()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText('Order cancelled. What you get back went to the wallet it came from.').waitFor()
  await goTo(page, '/pages/my/coupon')
  await page.getByRole('link', { name: /Welcome voucher/ }).waitFor()
  await goTo(page, `/subPages/product/createOrder?id=${product.id}&kind=${product.kind}`)
  await page.getByRole('button', { name: /5\.00/ }).waitFor()
  expect(await rechargeWallet(page).innerText()).toBe(balance)

  await review(page).click()
  await readRisks(page)
  await pay(page).click()
  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await resetByCode(page, '246813')
  // The app returns to the page that asked for the password.
  await review(page).waitFor()
})

test('the digits can be put away while the server stands still, and what became of the payment is told', async () => {
  const page = await openAsMember()
  await setTransactionPassword(page)
  const product = await offer('Gesit Moped')
  await goTo(page, `/subPages/product/createOrder?id=${product.id}&kind=${product.kind}`)
  await review(page).click()
  await readRisks(page)
  let letGo = () => {}
  const held = new Promise<void>((go) => {
    letGo = go
  })
  await page.route('**/wx/order/prepay', async (route) => {
    await held
    await route.continue()
  })
  await pay(page).click()
  const sheet = dialog(page, 'Transaction password')
  await sheet.waitFor()
  await type(page, 'Your 6 digits', digits)
  await sheet.getByText('Checking…').waitFor()
  await page.keyboard.press('Escape')
  await sheet.getByText("The server isn't answering. You can close this").waitFor({ timeout: 15_000 })
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  // It is still under way.
  expect(await review(page).getAttribute('aria-busy')).toBe('true')
  letGo()
  await heading(page, 'Order paid').waitFor()
  expect((await offer('Gesit Moped')).stock).toBe(product.stock - 1)
})

test('two tabs spend the same balance: one pays, through a payment that never arrived and an answer that was lost, the other is told', async () => {
  const first = await app.open({ route: '/pages/auth/register' })
  await register(first, app.server.origin)
  await first.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
  const second = await first.context().newPage()
  await second.goto(`${app.server.origin}/#/`)
  // A newcomer has 500.00, and no transaction password: paying does without one until there is one.
  const product = await offer('Kilat 50')
  expect(product.price).toBe(48_000)
  for (const tab of [first, second]) {
    await tab.bringToFront()
    await goTo(tab, `/subPages/product/createOrder?id=${product.id}&kind=${product.kind}`)
    await review(tab).click()
    await readRisks(tab)
  }
  await first.bringToFront()
  // The first payment never arrives. The second is made on the draft's own page, and only its answer is lost.
  await first.route('**/wx/order/prepay', (route) => route.abort(), { times: 1 })
  await pay(first).click()
  await first.getByText("Your payment didn't reach the server. You weren't charged.").waitFor()
  await first.route(
    '**/wx/order/prepay',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await review(first).click()
  await readRisks(first)
  await pay(first).click()
  await heading(first, 'Order paid').waitFor()
  await second.bringToFront()
  await pay(second).click()
  await second.getByText("There isn't enough in this wallet. You weren't charged.").waitFor()
  await expect.poll(() => review(second).isDisabled(), { timeout: 20_000 }).toBe(true)

  // An account whose order can still be cancelled for money can't be deleted, and the page says so.
  await goTo(second, '/pages/my/set')
  await second.getByRole('button', { name: 'Delete account' }).click()
  await second.getByLabel('Login password').fill('a-good-one')
  expect(await axeFaults(second)).toEqual([])
  expect(await second.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true)
  await second.getByRole('checkbox', { name: 'I understand' }).check()
  await second.getByRole('button', { name: 'Delete my account' }).click()
  await second.getByText(/^.*You still have: orders you can still cancel/).waitFor()
})
