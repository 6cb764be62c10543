import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { goodsDetail, goodsList } from '#protocol/products.ts'
import { moving } from '#tests/support/browser.ts'
import { journey } from '#tests/support/journey.ts'
import { operate } from '#tests/support/money-member.ts'
import { freshPhone, readRisks, register } from '#tests/support/newcomer.ts'
import type { Login } from '#tests/support/http-call.ts'
import { memberApi } from '#tests/support/member-api.ts'

const app = journey({}, moving)
const dayMs = 24 * 60 * 60_000
const digits = '480216'
let page: Page
let who: Login

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const main = () => page.getByRole('main')
const go = (route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
/** Runs a command of the operator. */
const act = (...argv: string[]) => operate(app.server.origin, ...argv, '--as', 'test', '--why', 'a journey')

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`${app.server.origin}/wx/${path}`)
  const { errno, errmsg, data } = (await answer.json()) as { errno: number; errmsg: string; data: T }
  if (errno !== 0) throw new Error(`${path}: ${errno} ${errmsg}`)
  return data
}

/** Posts to the test server's own routes. Resolves with the server's time. */
async function postToTestServer(path: string, body?: object): Promise<{ now: number }> {
  const answer = await fetch(`${app.server.origin}/test/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as { now: number }
}

/** Types into the cells of the transaction password, from the first on. */
async function type(label: string) {
  await page.getByRole('textbox', { name: label, exact: true }).click()
  await page.keyboard.type(digits)
}

async function openAsNewcomer() {
  page = await app.open({ route: '/pages/auth/register' })
  page.setDefaultTimeout(30_000)
  const phone = freshPhone()
  who = { phone: phone.e164, password: 'a-good-one' }
  await register(page, app.server.origin, { phone, password: who.password })
  await page.waitForFunction(() => location.hash === '#/pages/index/productList')
}

/** Expects both balances on the server, in cents. */
async function expectServerBalances(recharge: number, income: number) {
  expect(await (await memberApi(app.server.origin, who)).balances()).toMatchObject({ recharge, income })
}

/** Expects both balances on the server and on the screen. */
async function expectBalances(recharge: number, income: number) {
  await expectServerBalances(recharge, income)
  await go('/pages/index/my')
  await page
    .getByRole('link', { name: /^Recharge/ })
    .locator(`data[value="${recharge}"]`)
    .waitFor()
  await page
    .getByRole('link', { name: /^Income/ })
    .locator(`data[value="${income}"]`)
    .waitFor()
}

async function setTransactionPassword() {
  await go('/pages/auth/changePassword?of=transaction')
  await page.getByLabel('Login password').fill(who.password)
  await type('Transaction password')
  await type('Repeat the 6 digits')
  await button('Set transaction password').click()
  await page.getByText('Transaction password set').waitFor()
}

async function topUp(cents: number) {
  await go('/pages/pay/ustd')
  await page.getByRole('radio', { name: 'Another amount' }).check()
  await page.getByLabel('Amount to top up').fill((cents / 100).toFixed(2))
  await button(`Top up ${dollars(cents)}`).click()
  await main().getByText('Waiting for your transfer').waitFor()
  await postToTestServer('advance?ms=25000')
  // A slow machine may look only when the top-up is done.
  await main()
    .getByText(/^(Transfer found|Confirming: \d of 5|Credited)$/)
    .first()
    .waitFor()
  await postToTestServer('advance?ms=30000')
  await main()
    .getByText(`${dollars(cents)} came into your recharge wallet.`)
    .waitFor()
}

async function buyWithCoupon({ id, price }: { id: string; price: number }, saves: number) {
  await go(`/subPages/product/createOrder?id=${id}&kind=vehicle`)
  await button(dollars(-saves).replace('$-', '-$')).waitFor()
  await button('Review and pay').click()
  await readRisks(page)
  await button(`Pay ${dollars(price - saves)} from recharge wallet`).click()
  await type('Your 6 digits')
  await heading('Order paid').waitFor()
}

async function addCard() {
  await page.getByRole('link', { name: 'Add card' }).click()
  await page.getByLabel('Card number').pressSequentially('4111111111111111')
  await page.getByLabel('Bank').first().selectOption({ label: 'Bank Mandiri' })
  await page.getByLabel('Expiry (MM/YY)').pressSequentially(`12${(new Date().getFullYear() + 2) % 100}`)
  await page.getByLabel('CVV').fill('739')
  await page.getByLabel('Name on the card').fill('SARI WIJAYA')
  await page.getByLabel('Phone number at your bank').fill('81200000001')
  await page.getByRole('checkbox').check()
  await button('Add card').click()
  await type('Your 6 digits')
  await page.getByText('Card added').waitFor()
}

/** Requests a withdrawal and ends on its page. */
async function withdraw(cents: number, arrives: number) {
  await go('/subPages/withdraw/index')
  await page.getByLabel('Amount', { exact: true }).fill((cents / 100).toFixed(2))
  await main()
    .locator('dl > div', { hasText: 'Arrives on your card' })
    .locator('dd', { hasText: dollars(arrives) })
    .waitFor()
  await button(/^Withdraw \S*\$/).click()
  await page
    .getByRole('dialog')
    .getByText(`${dollars(arrives)} arrives`)
    .waitFor()
  await type('Your 6 digits')
  await heading('Withdrawal').waitFor()
  await page.getByText('The amount has left your income wallet and is waiting to be checked.').waitFor()
  const { recent } = await (await memberApi(app.server.origin, who)).withdrawals()
  return recent[0]!.id
}

test('register, top up, buy with a coupon, have the machine earn, claim it, withdraw, have it returned, withdraw again; and find every cent in the books', async () => {
  const { items } = await read<Answer<typeof goodsList>>('g/goods/list?limit=100')
  const offer = items.find((it) => it.name === 'Kancil S1')!
  const { memberShareBp, unitsTotal, deviceNumber } = await read<Answer<typeof goodsDetail>>(
    `g/goods/info?id=${offer.id}`,
  )

  await openAsNewcomer()
  await expectBalances(50_000, 0)
  await setTransactionPassword()
  await topUp(2037)
  await expectBalances(52_037, 0)

  const saves = 500
  await act('coupon', 'issue', who.phone, '--name', 'Journey', '--days', '10', '--value', '5.00')
  await buyWithCoupon(offer, saves)
  const recharge = 52_037 - (offer.price - saves)
  await expectBalances(recharge, 0)

  // The members' share of this trip is divided among the units without a remainder.
  const { now } = await postToTestServer('advance?ms=60000')
  const amount = 150_000
  const share = (amount * memberShareBp) / 10_000 / unitsTotal
  expect(Number.isInteger(share)).toBe(true)
  await postToTestServer('revenue', {
    source: 'journey',
    externalId: randomUUID(),
    deviceNumber,
    kind: 'trip',
    amount,
    currency: offer.currency,
    distanceM: 42_000,
    startedAt: new Date(now - 30_000).toISOString(),
    endedAt: new Date(now).toISOString(),
  })
  await postToTestServer(`advance?ms=${dayMs}`)
  await postToTestServer('jobs')

  await page.reload()
  await go('/subPages/message/list')
  await main().getByText(dollars(share)).waitFor()
  await go('/subPages/product/myProduct')
  await page.getByText(`${dollars(share)} to claim`).waitFor()
  await page.getByRole('link', { name: /Kancil S1/ }).click()
  await heading('Kancil S1').waitFor()
  const ride = page.getByRole('listitem').filter({ hasText: '42 km' })
  await ride.locator(`data[value="${share}"]`).waitFor()
  await ride.locator(`data[value="${amount}"]`).waitFor()
  const claim = button(`Claim ${dollars(share)}`)
  await claim.click()
  await claim.waitFor({ state: 'detached' })
  await page.getByText('Claimed so far').locator('xpath=../..').locator(`data[value="${share}"]`).first().waitFor()
  await go('/pages/my/historyList?wallet=income')
  const bill = page.getByRole('listitem').filter({ hasText: 'Income claimed' })
  // The row has the amount and the balance after it, which is the same here.
  await bill.locator(`data[value="${share}"]`).first().waitFor()
  await main().locator(`data[value="${share}"]`).first().waitFor()
  await expectBalances(recharge, share)

  await go('/subPages/withdraw/index')
  await page.getByText("Add a bank card first. That's where your money goes.").waitFor()
  await addCard()

  // The fee is one per cent, 50 cents at least.
  const returned = await withdraw(2000, 1950)
  await expectBalances(recharge, share - 2000)
  await act('withdrawal', 'approve', returned)
  await act('withdrawal', 'return', returned, '--reason', 'The bank does not know this card.')
  await go(`/subPages/withdraw/index?id=${returned}`)
  await page.reload()
  await page.getByText('$20.00 went back to your income wallet, including the fee.').waitFor()
  await expectServerBalances(recharge, share)
  await go('/subPages/withdraw/index')
  await main().locator(`data[value="${share}"]`).first().waitFor()

  const again = await withdraw(2000, 1950)
  for (const step of ['approve', 'send', 'arrive']) await act('withdrawal', step, again)
  await page.reload()
  await page.getByText('The bank says it has reached your card.').waitFor()
  await expectBalances(recharge, share - 2000)

  const [verdict, ...checks] = await operate(app.server.origin, 'reconcile')
  expect(verdict).toBe('The books are sound.')
  expect(checks.filter((it) => !it.endsWith(' 0 wrong'))).toEqual([])
})

test("routes with an id that is gone, unknown or another member's say so and lead on", async () => {
  const nobodys = randomUUID()
  const others = await memberApi(app.server.origin)
  const [{ id: unit }, { id: foreign }] = await Promise.all([others.aUnit(), others.aDraft()])
  await openAsNewcomer()
  const expired = (await (await memberApi(app.server.origin, who)).aDraft()).id
  await postToTestServer(`advance?ms=${31 * 60_000}`)

  // Neighbouring routes have different texts, so that each change is visible.
  const places: [route: string, words: string, wayOn: string][] = [
    [`/pages/pay/pay?draftId=${expired}`, 'This order has expired', 'See all offers'],
    [`/subPages/product/createOrder?id=${nobodys}`, "There's no order here", 'See all offers'],
    [`/pages/pay/pay?draftId=${nobodys}`, 'This order has expired', 'See all offers'],
    [`/subPages/product/detail?id=${nobodys}`, "This product wasn't found", 'See all offers'],
    [`/pages/pay/pay?draftId=${foreign}`, 'This order has expired', 'See all offers'],
    [`/subPages/product/detail2?id=${nobodys}`, "This product wasn't found", 'See all offers'],
    ['/pages/pay/pay?draftId=unreadable', "There's no order here", 'See all offers'],
    [`/subPages/product/myProductDetail?id=${unit}`, "This isn't one of your products", 'All my products'],
    [`/pages/my/productOrderList?order=${nobodys}`, 'No orders yet', 'See all offers'],
    [`/subPages/product/myProductDetail2?id=${unit}`, "This isn't one of your products", 'All my products'],
    [`/subPages/address/editAddress?id=${nobodys}`, 'This address no longer exists', 'All addresses'],
    [`/pages/web/showCard?id=${nobodys}`, "This card wasn't found", 'All cards'],
    [`/subPages/repayment/index?bill=${nobodys}`, "This bill wasn't found", 'All card bills'],
    [`/subPages/withdraw/index?id=${nobodys}`, "This withdrawal wasn't found", 'Bills of the income wallet'],
    [`/pages/pay/ustd?id=${nobodys}`, "This top-up wasn't found", 'See your recharge wallet'],
  ]
  for (const [route, words, wayOn] of places) {
    await go(route)
    await main()
      .getByText(words)
      .waitFor()
      .catch(async (cause: unknown) => {
        throw new Error(`${route}: ${page.url()}: ${await page.locator('body').innerText()}`, { cause })
      })
    await main().getByRole('link', { name: wayOn }).waitFor()
  }
})
