import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { goodsList, ProductCard } from '#protocol/products.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import type { OpenOptions } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { isInView } from '#tests/support/in-view.ts'
import { operate } from '#tests/support/money-member.ts'
import { readRisks } from '#tests/support/newcomer.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'
import { storedCommands } from '#tests/support/stored.ts'

const app = journey()
let page: Page

async function open(options: OpenOptions = {}) {
  page = await app.open(options)
}

async function openAsMember(route: string) {
  page = await app.openAsDemo({ route })
}

/** A product as the server offers it now. */
async function offer(name: string): Promise<ProductCard> {
  const answer = await fetch(`${app.server.origin}/wx/g/goods/list?limit=100`)
  const { data } = (await answer.json()) as { data: Answer<typeof goodsList> }
  const found = data.items.find((it) => it.name === name)
  if (!found) throw new Error(`no offer is called ${name}`)
  return found
}

const orderRoute = ({ id, kind }: ProductCard) => `/subPages/product/createOrder?id=${id}&kind=${kind}`
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const review = () => page.getByRole('button', { name: 'Review and pay' })
const pay = () => page.getByRole('button', { name: /^Pay / })
const isPayment = (request: Request) => request.url().endsWith('/wx/order/prepay')

test('browse, buy, own: from Home to the order, with the risks read first', async () => {
  const before = await offer('Embun E-Bike')
  await openAsMember('/')
  await page.getByText('Earned today').waitFor()
  await page.getByRole('link', { name: /E-bikes and cargo/ }).click()
  await heading('E-bikes and cargo').waitFor()
  await page.getByRole('link', { name: /^Embun E-Bike/ }).click()
  await page.getByText('What one unit earns').waitFor()
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByText('2 ×').waitFor()
  await review().click()
  expect(await pay().isDisabled()).toBe(true)
  await pay().waitFor()
  await (await pay().elementHandle())?.waitForElementState('stable')
  const place = await pay().boundingBox()
  await readRisks(page)
  expect(await pay().boundingBox(), 'who has read everything finds the button where it was').toEqual(place)
  await pay().click()
  await heading('Order paid').waitFor()
  await page.getByText('You own 2 units of Embun E-Bike').waitFor()
  await page.getByText('First settlement').waitFor()
  expect((await offer('Embun E-Bike')).stock).toBe(before.stock - 2)
  await page.reload()
  await heading('Order paid').waitFor()
})

test('who buys the same again at once owns one more; the page of an order that is cancelled says so', async () => {
  const before = await offer('Rumah Wall Box')
  await openAsMember(orderRoute(before))
  for (const owned of [1, 2]) {
    await review().click()
    await readRisks(page)
    await pay().click()
    await heading('Order paid').waitFor()
    expect((await offer('Rumah Wall Box')).stock).toBe(before.stock - owned)
    if (owned === 2) break
    await page.evaluate((to) => {
      location.hash = to
    }, orderRoute(before))
  }
  const paid = page.url()
  await page.getByRole('link', { name: 'See my products' }).click()
  await page.getByRole('button', { name: /Rumah Wall Box/ }).click()
  await page
    .getByRole('link', { name: /Rumah Wall Box/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText('Order cancelled', { exact: true }).waitFor()
  await page.goto(paid)
  await page.getByText('Cancelled on').waitFor()
  expect(await page.getByText('from now on').count()).toBe(0)
})

test('a visitor is asked to log in instead of to buy', async () => {
  const { id } = await offer('Melati Compact')
  await open({ route: `/subPages/product/detail?id=${id}` })
  await page.getByRole('link', { name: 'Log in to buy' }).waitFor()
  expect(await page.getByRole('link', { name: 'Buy', exact: true }).count()).toBe(0)
  // A phone on its side shows more than the picture.
  await page.setViewportSize({ width: 844, height: 390 })
  const picture = await page.getByRole('img', { name: 'Melati Compact' }).first().boundingBox()
  expect(picture!.height).toBeLessThan(0.4 * 390)
})

test('the button tells that the level is too low, and that the last unit is sold', async () => {
  const high = await offer('Kilat Highway')
  const levelNeeded = () => page.getByRole('button', { name: `Level ${high.levelNeeded} needed` })
  // Also where a link leads straight to the order.
  await openAsMember(orderRoute(high))
  await levelNeeded().waitFor()
  expect(await review().count()).toBe(0)
  await page.evaluate((to) => {
    location.hash = to
  }, `/subPages/product/detail2?id=${high.id}`)
  await heading(high.name).waitFor()
  await levelNeeded().waitFor()

  const last = await offer('Braga E-Bike')
  expect(last.stock).toBe(1)
  await page.evaluate((to) => {
    location.hash = to
  }, orderRoute(last))
  await review().click()
  await readRisks(page)
  await pay().click()
  await heading('Order paid').waitFor()
  await page.evaluate((to) => {
    location.hash = to
  }, `/subPages/product/detail?id=${last.id}`)
  await page.getByRole('button', { name: 'Sold out' }).waitFor()
})

test('a double tap pays once', async () => {
  const before = await offer('Gesit Moped')
  await openAsMember(orderRoute(before))
  const payments: Request[] = []
  page.on('request', (it) => {
    if (isPayment(it)) payments.push(it)
  })
  await review().click()
  await readRisks(page)
  await pay().dblclick()
  await heading('Order paid').waitFor()
  expect(payments).toHaveLength(1)
  expect((await offer('Gesit Moped')).stock).toBe(before.stock - 1)
})

test('a lost answer is asked for again, and nothing is paid twice', async () => {
  const before = await offer('Kancil S1')
  await openAsMember(orderRoute(before))
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByText('2 ×').waitFor()
  let isLost = true
  await page.route('**/wx/order/prepay', async (route) => {
    await route.fetch()
    await route.abort()
  })
  for (const call of ['order/payInfo', 'commands/settle'])
    await page.route(`**/wx/${call}`, (route) => (isLost ? route.abort() : route.continue()))
  await review().click()
  await readRisks(page)
  await pay().click()
  await page.getByText("We don't know yet if it was paid").waitFor()
  await page.reload()
  await page.getByText("We don't know yet if it was paid").waitFor()
  // Another order has to wait until the outcome of this one is known.
  await page.evaluate((to) => {
    location.hash = to
  }, orderRoute(before))
  await page.getByRole('link', { name: 'See what happened' }).click()
  isLost = false
  await heading('Order paid').waitFor()
  expect((await offer('Kancil S1')).stock).toBe(before.stock - 2)
  // The next order of the product begins anew, once the outbox knows the outcome as well.
  await expect.poll(async () => (await storedCommands(page)).map((it) => it.state)).not.toContain('unknown')
  await page.evaluate((to) => {
    location.hash = to
  }, orderRoute(before))
  await page.getByText('1 ×').waitFor()
})

test('a payment that never arrived charges nothing and can be made again', async () => {
  const before = await offer('Kancil S2')
  await openAsMember(orderRoute(before))
  await page.route('**/wx/order/prepay', (route) => route.abort(), { times: 1 })
  await review().click()
  await readRisks(page)
  await pay().click()
  await page.getByText("Your payment didn't reach the server. You weren't charged.").waitFor()
  expect((await offer('Kancil S2')).stock).toBe(before.stock)
  await review().click()
  await readRisks(page)
  await pay().click()
  await heading('Order paid').waitFor()
  expect((await offer('Kancil S2')).stock).toBe(before.stock - 1)
})

test('a changed price is told where a small phone shows it, and fresh numbers are fetched', async () => {
  const product = await offer('Kancil S1')
  page = await app.openAsDemo({
    route: orderRoute(product),
    context: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  })
  await page.route(
    '**/wx/order/prepay',
    (route) =>
      route.fulfill({
        status: 200,
        headers: { 'content-type': 'application/json', 'x-voltfolio': '1' },
        body: JSON.stringify({ errno: 1706, errmsg: 'The price has changed.', data: null }),
      }),
    { times: 1 },
  )
  await review().click()
  const scrolled = await page.evaluate(() => scrollY)
  await readRisks(page)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  const asked = page.waitForRequest('**/wx/order/draft/generate')
  await pay().click()
  const told = page.getByText("The price or the terms have changed, and you weren't charged.")
  await told.waitFor()
  await asked
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => isInView(told)).toBe(true)
  await review().click()
  await pay().waitFor()
  expect((await offer('Kancil S1')).stock).toBe(product.stock)
})

test('without a network the draft is kept, nothing can be paid, and fresh numbers are fetched later', async () => {
  const product = await offer('Lebah Courier')
  await openAsMember(`/subPages/product/detail?id=${product.id}`)
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByText('2 ×').waitFor()
  await page.route('**/wx/**', (route) => route.abort())
  await page.reload()
  await page.getByText('Your choice of 2 units is saved on this device').waitFor()
  expect(await review().count()).toBe(0)
  await page.getByText('Last known price, 2 ×').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Check the price again' }).click()
  await review().waitFor()
  await page.getByText('2 ×').waitFor()
})

test('a chosen coupon that can no longer be used is left out of the price, and the form says so', async () => {
  const product = await offer('Embun E-Bike')
  const minimum = ((3 * product.price) / 100).toFixed(2)
  const terms = ['--name', 'For three', '--days', '10', '--value', '6.00', '--minimum', minimum]
  await operate(app.server.origin, 'coupon', 'issue', demoMember.phone, ...terms, '--as', 'test', '--why', 'a journey')
  await openAsMember(orderRoute(product))
  for (const units of ['2 ×', '3 ×']) {
    await page.getByRole('button', { name: 'One more' }).click()
    await page.getByText(units).waitFor()
  }
  const saves = page.getByRole('button', { name: '-$6.00' })
  await saves.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^For three/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const left = page.getByText("The coupon you chose can't be used for this order.")
  expect(await left.count()).toBe(0)
  await page.getByRole('button', { name: 'One fewer' }).click()
  await left.waitFor()
  expect(await saves.count()).toBe(0)
  await page.reload()
  await left.waitFor()
  await page.getByText('2 ×').waitFor()
  await expect.poll(() => review().isEnabled()).toBe(true)
})

test('the mall is searched without a network', async () => {
  await open({ route: '/pages/index/index' })
  await page.getByRole('heading', { name: 'Cars and vans' }).waitFor()
  await page.route('**/wx/**', (route) => route.abort())
  await page.getByRole('searchbox').fill('gesit')
  await page.getByRole('link', { name: /Gesit Moped/ }).waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByRole('heading', { name: 'Cars and vans' }).waitFor()
})

test.each(['light', 'dark'] as const)(
  'the screens of an order have no violation that axe finds, in %s',
  async (colorScheme) => {
    const product = await offer('Melati Night')
    await open({ route: '/pages/auth/login', context: { colorScheme } })
    const faults = async (where: string) => (await axeFaults(page)).map((fault) => `${where} ${fault}`)
    await heading('Log in').waitFor()
    expect(await faults('login')).toEqual([])
    await signInAsDemo(page)
    for (const [route, sign] of [
      ['/pages/index/productList', 'Earned today'],
      ['/pages/index/index', 'Cars and vans'],
      [`/subPages/product/detail?id=${product.id}`, 'What one unit earns'],
      [orderRoute(product), 'You pay'],
    ] as const) {
      await page.evaluate((to) => {
        location.hash = to
      }, route)
      await page.getByText(sign).filter({ visible: true }).first().waitFor()
      expect(await faults(route)).toEqual([])
    }
    await review().click()
    await pay().waitFor()
    expect(await faults('risks')).toEqual([])
  },
)
