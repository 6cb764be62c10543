import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoProducts } from '#server/db/seed/demo-products.ts'
import type { UnitCard } from '#protocol/products.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { httpCall, tokenFor } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'
import { signInAsDemo } from '#tests/support/sign-in.ts'

const app = journey()
const name = 'Embun E-Bike'
const deviceNumber = demoProducts.find((it) => it.name === name)?.deviceNumber

async function setState(state: string): Promise<void> {
  const answer = await fetch(`${app.server.origin}/test/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceNumber, state }),
  })
  expect(answer.status).toBe(200)
}

const goTo = (page: Page, route: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, route)

/** A phone that opens the app now: what another one has read is fresh for seconds, and this one has read nothing. */
async function signedIn(): Promise<Page> {
  const page = await app.open({
    route: '/pages/auth/login',
    context: { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  })
  await signInAsDemo(page)
  return page
}

async function idOfUnit(): Promise<string> {
  const token = await tokenFor(app.server.origin, demoMember)
  const { items } = await httpCall<{ items: UnitCard[] }>(
    app.server.origin,
    'g/user/goods/list?limit=50&status=active',
    {
      token,
    },
  )
  return items.find((it) => it.name === name)!.id
}

async function openMachine(page: Page, id: string): Promise<void> {
  await goTo(page, `/subPages/product/myProductDetail?id=${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function isRiddenAgain(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main
    .getByText(/^Worked again on/)
    .first()
    .waitFor()
  await main.getByText(/Somebody rides it now/).waitFor()
}

test('a member sees a machine break and work again, hears of both, and has them in a tunnel', async () => {
  const id = await idOfUnit()
  await setState('paused or faulty')
  const early = await signedIn()
  await goTo(early, '/subPages/message/list')
  await early.getByRole('main').getByText('Machine stopped').first().waitFor()
  await openMachine(early, id)
  await early.getByRole('heading', { name: 'The machine now' }).waitFor()
  await early.getByText(/^It lasts/).waitFor()
  await early.getByRole('group', { name: `Where ${name} is` }).waitFor()
  await early.getByText(/Rounded to about 1 km|At its stand/).waitFor()
  expect(await axeFaults(early)).toEqual([])
  expect(
    await early.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)

  await setState('in service')
  const late = await signedIn()
  await goTo(late, '/subPages/message/list')
  await late.getByRole('main').getByText('Machine works again').first().waitFor()
  await openMachine(late, id)
  await isRiddenAgain(late)

  await late.context().setOffline(true)
  await goTo(late, '/subPages/message/list')
  await late.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await openMachine(late, id)
  await isRiddenAgain(late)
})
