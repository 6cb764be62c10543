import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isInView } from '#tests/support/in-view.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'
import { operate } from '#tests/support/money-member.ts'

const app = journey()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const act = (...argv: string[]) => operate(app.server.origin, ...argv, '--as', 'test', '--why', 'a journey')

async function visit(page: Page, route: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await heading(page, title).waitFor()
}

/** Opens the sheet of an order; the page behind it is hidden from everybody. */
async function openOrder(page: Page, id: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, `/subPages/pointsmall/orderList?order=${id}`)
  await dialog(page).waitFor()
}

/** Id of goods of the demonstration, by their English name. */
async function goodsId(name: string): Promise<string> {
  const answer = await fetch(`${app.server.origin}/wx/integral/goods/v2/list?limit=100`)
  const { data } = (await answer.json()) as { data: { items: { id: string; name: string }[] } }
  return data.items.find((it) => it.name === name)?.id ?? ''
}

const coins = async () => (await (await memberApi(app.server.origin)).balances()).goldCoins

const signedIn = () => app.openAsDemo()

/** Orders one piece from the goods' own page, and ends with the order's sheet open. Gives the order's id. */
async function order(page: Page, name: string): Promise<string> {
  await visit(page, `/subPages/pointsmall/detail?id=${await goodsId(name)}`, name)
  await page.getByRole('link', { name: 'Order this' }).click()
  await page.getByRole('radio', { name: /Sari/ }).waitFor()
  await page.getByRole('button', { name: /^Order for/ }).click()
  await dialog(page).getByRole('heading', { name }).waitFor()
  return new URL(page.url().replace('#', '')).searchParams.get('order') ?? ''
}

test('a visitor looks through the mall, and is asked to log in where it costs something', async () => {
  const page = await app.open({ route: '/subPages/pointsmall/index' })
  await page.getByText('24 items for points').waitFor()
  await page.getByRole('radio', { name: 'Power and home' }).click()
  await page.getByText('9 items for points').waitFor()
  await page.getByRole('searchbox', { name: 'Search the points mall' }).fill('mug')
  await page.getByRole('link', { name: /Enamel mug/ }).click()
  await heading(page, 'Enamel mug').waitFor()
  await page.getByRole('link', { name: 'Log in to order' }).waitFor()
  await page.goBack()
  // The category is in the address, so that "back" finds it again.
  await page.getByRole('radio', { name: 'Power and home', checked: true }).waitFor()
})

test('from the order to its receipt, confirmed in a tunnel', async () => {
  const page = await app.openInstalled({ prefetches: false })
  const before = await coins()
  const id = await order(page, 'Enamel mug')
  expect(await coins()).toBe(before - 80)
  await dialog(page).getByText('Paid', { exact: true }).waitFor()
  await act('points-order', 'ship', id, '--carrier', 'Pos', '--tracking', 'JP77', '--link', 'https://pos.example/JP77')
  await visit(page, '/subPages/pointsmall/index', 'Points mall')
  await openOrder(page, id)
  await dialog(page).getByText('JP77').waitFor()
  await dialog(page).getByRole('button', { name: 'Copy number' }).waitFor()
  expect(await dialog(page).getByRole('link', { name: 'Track the parcel' }).getAttribute('href')).toContain(
    encodeURIComponent('https://pos.example/JP77'),
  )

  await app.server.kill()
  await dialog(page).getByRole('button', { name: 'I have the parcel' }).click()
  await dialog(page).getByText('You confirmed that it arrived.').waitFor()
  await page.reload()
  await dialog(page).getByText('You confirmed that it arrived.').waitFor()
  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await dialog(page).getByText('Received', { exact: true }).waitFor()
})

test('from the order to its refund: asked for, given by the operator, and the coins are back', async () => {
  const page = await signedIn()
  const before = await coins()
  const id = await order(page, 'Canvas bag')
  await dialog(page).getByRole('button', { name: 'Request a refund' }).click()
  await page
    .getByRole('alertdialog', { name: 'Request a refund for this order?' })
    .getByRole('button', { name: 'Request a refund' })
    .click()
  await dialog(page).getByText('Refund by').waitFor()
  expect(await coins()).toBe(before - 60)
  await act('points-order', 'refund', id)
  await visit(page, '/subPages/pointsmall/index', 'Points mall')
  await openOrder(page, id)
  await dialog(page).getByText('Refunded', { exact: true }).waitFor()
  expect(await coins()).toBe(before)
})

test('an order is kept as a draft without a network, and confirmed with fresh numbers', async () => {
  const page = await signedIn()
  const id = await goodsId('Braided cable')
  await visit(page, `/subPages/pointsmall/createOrder?id=${id}`, 'Points order')
  await page.getByRole('button', { name: 'Order for 90 gold coins' }).waitFor()
  await page.context().setOffline(true)
  await page.getByText(/^You need a connection to order/).waitFor()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('The long one')
  expect(await page.getByRole('button', { name: 'Order for 180 gold coins' }).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Order for 180 gold coins' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('The long one')
  await page.getByRole('button', { name: 'Order for 180 gold coins' }).click()
  await dialog(page).getByText('The long one').waitFor()
})

test('an order that is rejected says so where a small phone shows it', async () => {
  const page = await app.openAsDemo({ context: { viewport: { width: 360, height: 740 } } })
  await visit(page, `/subPages/pointsmall/createOrder?id=${await goodsId('Canvas bag')}`, 'Points order')
  await page.getByRole('radio', { name: /Sari/ }).waitFor()
  await page.route('**/wx/integral/order/**', (route) =>
    route.fulfill({
      status: 200,
      headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
      body: JSON.stringify({ errno: 1706, errmsg: 'The price has changed.', data: null }),
    }),
  )
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: /^Order for/ }).click()
  const told = page.getByText("The price or the terms have changed, and you weren't charged.")
  await told.waitFor()
  await expect.poll(() => isInView(told)).toBe(true)
})

test('an order that costs more than the member has says how much is missing', async () => {
  const page = await signedIn()
  await visit(page, `/subPages/pointsmall/createOrder?id=${await goodsId('200 Lucky Balls')}`, 'Points order')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('80')
  const missing = (80 * 640 - (await coins())).toLocaleString('en')
  await page.getByText(`You need ${missing} more gold coins.`).waitFor()
  expect(await page.getByRole('button', { name: 'Not enough gold coins' }).isDisabled()).toBe(true)
  await visit(page, '/subPages/pointsmall/index', 'Points mall')
  await page.getByRole('link', { name: /Solar lamp/ }).waitFor()
  await page.getByRole('switch', { name: 'Only what I can afford' }).check()
  await page.getByRole('link', { name: /Solar lamp/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Canvas bag/ }).waitFor()
})

test('an order above the level of the member says so in place of the button', async () => {
  const page = await signedIn()
  await page.route('**/wx/integral/goods/info*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, levelNeeded: 90 } } })
  })
  await visit(page, `/subPages/pointsmall/createOrder?id=${await goodsId('City helmet')}`, 'Points order')
  expect(await page.getByRole('button', { name: 'Level 90 needed' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: /^You're at level \d+\. About levels$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Order for/ }).count()).toBe(0)
})

test('an address made in a tunnel is chosen there, and ordered to once the server has it', async () => {
  const page = await app.openInstalled({ prefetches: false })
  const id = await goodsId('Canvas bag')
  await visit(page, `/subPages/pointsmall/createOrder?id=${id}`, 'Points order')
  await page.getByRole('link', { name: 'New address' }).click()
  await heading(page, 'New address').waitFor()
  await page.getByLabel('Recipient').fill('Wayan')
  await page.getByLabel('Phone number').fill('81234567890')
  await page.getByRole('button', { name: 'City or district: Choose' }).click()
  await page.getByRole('searchbox', { name: 'Search places' }).fill('bandung')
  await page.getByRole('button', { name: 'Bandung West Java', exact: true }).click()
  await page.getByLabel('Street and house number').fill('Jl. Braga 1')
  await app.server.kill()
  await page.getByRole('button', { name: 'Save address' }).click()
  await heading(page, 'Points order').waitFor()
  await page.getByRole('radio', { name: /Wayan/ }).check()
  await page.getByText('This address is being sent to the server.').waitFor()
  const button = page.getByRole('button', { name: 'Order for 60 gold coins' })
  expect(await button.isDisabled()).toBe(true)

  await app.server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText('This address is being sent to the server.').waitFor({ state: 'detached' })
  expect(await page.getByRole('radio', { name: /Wayan/ }).isChecked()).toBe(true)
  await button.click()
  await dialog(page).getByText('Jl. Braga 1').waitFor()
})
