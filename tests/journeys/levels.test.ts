import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { demoMember } from '#server/db/seed/demo-member.ts'
import type { ProductCard, UnitDetail } from '#protocol/products.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { openApp } from '#tests/support/browser.ts'
import { httpCall, tokenFor, type Login } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'
import { freshPhone, register } from '#tests/support/newcomer.ts'

const app = journey()
let page: Page

beforeAll(async () => {
  ;({ page } = await openApp(app.browser, app.server.origin, {
    member: demoMember,
    context: { serviceWorkers: 'block' },
  }))
})

async function visit(route: string, title: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, route)
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
}

test('a level reached: what it takes and gives, and its gold coins with their bill', async () => {
  await visit('/pages/my/equity', 'Member levels')
  const main = page.getByRole('main')
  const spark = main.getByRole('listitem').filter({ hasText: 'Spark' })
  await spark.getByText('Your level').waitFor()
  expect((await spark.textContent()) ?? '').toMatch(/Growth needed\s*200.*Gold coins when you reach it\s*100/)
  // No level of ours asks for a top-up or a team, and what isn't asked for isn't shown.
  expect(await main.getByText(/Top-ups needed|Team needed/).count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])

  await visit('/pages/my/historyList?wallet=points', 'Wallet details')
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('Level reached')
  const bill = main.getByRole('button', { name: /Level reached/ })
  await bill.getByText('Spark').waitFor()
  expect(await bill.textContent()).toContain('+100')
  await bill.click()
  await page.getByRole('dialog').getByRole('link', { name: 'See where it came from' }).click()
  await page.getByRole('heading', { level: 1, name: 'Member levels', exact: true }).waitFor()
})

async function postToTestServer(path: string, body?: object): Promise<{ now: number }> {
  const answer = await fetch(`${app.server.origin}/test/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as { now: number }
}

/** Buys one unit that is paid hourly, and gives its machine the revenue of which the unit gets `share`. */
async function earn(login: Login, share: number): Promise<void> {
  const { origin } = app.server
  const token = await tokenFor(origin, login)
  const { items } = await httpCall<{ items: ProductCard[] }>(origin, 'g/goods/list?sort=price&limit=50', { token })
  const offer = items.find((it) => it.settlementType === 2 && it.price <= 50_000 && it.levelNeeded === 0)
  const draft = await httpCall<{ id: string; actualPayment: number }>(origin, 'order/draft/generate', {
    args: { productId: offer?.id, quantity: 1 },
    token,
  })
  const paying = { draftId: draft.id, wallet: 'recharge', expectedPayment: draft.actualPayment, risksRead: true }
  const { unitIds } = await httpCall<{ unitIds: string[] }>(origin, 'order/prepay', { args: paying, token })
  const unit = await httpCall<UnitDetail>(origin, `g/user/goods/info?id=${unitIds[0]}`, { token })
  const { now } = await postToTestServer('advance?ms=60000')
  await postToTestServer('revenue', {
    source: 'journey',
    externalId: randomUUID(),
    deviceNumber: unit.deviceNumber,
    kind: unit.kind === 'vehicle' ? 'trip' : 'session',
    amount: Math.ceil((share * unit.unitsTotal * 10_000) / unit.memberShareBp),
    currency: unit.currency,
    startedAt: new Date(now - 30_000).toISOString(),
    endedAt: new Date(now).toISOString(),
  })
  await postToTestServer(`advance?ms=${2 * 3_600_000}`)
  await postToTestServer('jobs')
}

/** Signs in on a phone of its own: it has stored nothing, and the server's clock has moved. */
async function signIn({ e164 }: { e164: string }): Promise<Page> {
  const other = await app.open({ route: '/pages/auth/login' })
  await other.getByLabel('Phone number').fill(e164)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('checkbox').check()
  await other.getByRole('button', { name: 'Log in' }).click()
  await other.waitForFunction(() => !location.hash.startsWith('#/pages/auth/'))
  return other
}

const password = 'a-good-one'

test('a newcomer claims what a unit earned, reaches a level by it, and is told of its gold coins', async () => {
  const phone = freshPhone()
  await register(await app.open({ route: '/pages/auth/register' }), app.server.origin, { phone, password })
  await earn({ phone: phone.e164, password }, 20_100)
  const newcomer = await signIn(phone)
  const go = (route: string) =>
    newcomer.evaluate((to) => {
      location.hash = to
    }, route)
  const own = (level: string) =>
    newcomer.getByRole('main').getByRole('listitem').filter({ hasText: level }).getByText('Your level').waitFor()
  await go('/pages/my/equity')
  await own('Member')
  await go('/pages/index/productList')
  const claim = newcomer.getByRole('button', { name: /^Claim \$/ })
  await claim.click()
  await claim.waitFor({ state: 'detached' })
  await go('/subPages/message/list')
  await newcomer.getByText('You reached level 1. You get 100 gold coins.').waitFor()
  await go('/pages/my/equity')
  await own('Spark')
})
