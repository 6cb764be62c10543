import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { demoProducts } from '#server/db/seed/demo-products.ts'
import type { UnitCard, UnitDetail } from '#protocol/products.ts'
import { stationClient } from '#server/ocpp/station-client.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { httpCall, tokenFor } from '#tests/support/http-call.ts'
import { journey } from '#tests/support/journey.ts'

const app = journey()
const name = 'Embun E-Bike'
const pileName = 'Kilat 50'
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
const signedIn = () => app.openAsDemo({ context: { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } })

async function operate(...argv: string[]): Promise<string> {
  const answer = await fetch(`${app.server.origin}/test/operate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ argv: [...argv, '--as', 'ann', '--why', 'a test'] }),
  })
  const { ok, lines } = (await answer.json()) as { ok: boolean; lines: string[] }
  expect(ok, lines.join()).toBe(true)
  return lines.join('\n')
}

async function idOfUnit(of: string): Promise<string> {
  const token = await tokenFor(app.server.origin, demoMember)
  const { items } = await httpCall<{ items: UnitCard[] }>(
    app.server.origin,
    'g/user/goods/list?limit=50&status=active',
    {
      token,
    },
  )
  return items.find((it) => it.name === of)!.id
}

async function openMachine(page: Page, id: string, of: string): Promise<void> {
  await goTo(page, `/subPages/product/myProductDetail?id=${id}`)
  await page.getByRole('heading', { level: 1, name: of }).waitFor()
}

async function isRiddenAgain(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main
    .getByText(/^Worked again on/)
    .first()
    .waitFor()
  await main.getByText(/Someone is riding it now/).waitFor()
}

const until = (page: Page, words: string | RegExp) => page.getByRole('main').getByText(words).first().waitFor()

test('a member sees a machine break and work again, hears of both, and has them in a tunnel', async () => {
  const id = await idOfUnit(name)
  await setState('paused or faulty')
  const early = await signedIn()
  await goTo(early, '/subPages/message/list')
  await early.getByRole('main').getByText('Machine stopped').first().waitFor()
  await openMachine(early, id, name)
  await early.getByRole('heading', { name: 'Right now' }).waitFor()
  await early.getByText(/^Still faulty/).waitFor()
  await early.getByRole('group', { name: `Where ${name} is` }).waitFor()
  await early.getByText(/Rounded to about 1 km|At its base/).waitFor()
  expect(await axeFaults(early)).toEqual([])
  expect(
    await early.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)

  await setState('in service')
  const late = await signedIn()
  await goTo(late, '/subPages/message/list')
  await late.getByRole('main').getByText('Machine running again').first().waitFor()
  await openMachine(late, id, name)
  await isRiddenAgain(late)

  await late.context().setOffline(true)
  await goTo(late, '/subPages/message/list')
  await late.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await openMachine(late, id, name)
  await isRiddenAgain(late)
})

test("a pile that plugs in, charges and pays its owners, watched by a member's phone", async () => {
  const today = new Date().toISOString()
  const pile = demoProducts.find((it) => it.kind === 'pile' && it.name === pileName)!
  const id = await idOfUnit(pileName)
  const added = await operate('station', 'add', pile.deviceNumber, '--open', 'on')
  const secret = /shown this once: (\w+)/.exec(added)?.[1] ?? ''
  const tariff = {
    device: pile.deviceNumber,
    prices: [{ from: '00:00', startFee: '0.50', perKwh: '0.16', perMinute: '0.02' }],
  }
  await operate('tariff', 'set', `tariff.json\n${JSON.stringify({ ...tariff, validFrom: '2026-01-01T00:00:00Z' })}`)
  const station = stationClient({
    endpoint: `${app.server.origin.replace('http', 'ws')}/ocpp`,
    identity: pile.deviceNumber,
    secret,
    protocols: ['ocpp1.6'],
  })
  await station.connect()
  onTestFinished(() => void station.close())
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const status = (of: string, timestamp: string) =>
    station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: of, timestamp })
  await station.call('BootNotification', { chargePointVendor: 'Vendor', chargePointModel: 'Model' })
  const { transactionId } = (await station.call('StartTransaction', {
    connectorId: 1,
    idTag: 'CARD',
    meterStart: 70_000,
    timestamp: ago(30),
  })) as { transactionId: number }
  await status('Charging', ago(30))

  const during = await signedIn()
  await openMachine(during, id, pileName)
  await until(during, 'In service')
  await until(during, '1 of 1')
  const before = await during.getByText('How the price is made up').count()

  await station.call('StopTransaction', { transactionId, meterStop: 90_000, timestamp: ago(0) })
  await status('Available', ago(0))
  const after = await signedIn()
  await openMachine(after, id, pileName)
  // 20 kWh at 16 cents, 30 minutes at 2, 50 to start.
  const session = after.getByRole('listitem').filter({ hasText: '20 kWh' }).filter({ hasText: '$4.30' }).last()
  await session.waitFor()
  expect(before).toBe(0)
  await session.getByText('How the price is made up').click()
  for (const part of ['$0.50', '20 kWh at $0.16 per kWh', '$3.20', '$0.60'])
    await session.getByText(part, { exact: true }).waitFor()
  // The seconds that the test itself took.
  await session.getByText(/^30 minutes( \d+ seconds?)? at \$0\.02 per minute$/).waitFor()
  expect(await axeFaults(after)).toEqual([])
  expect(
    await after.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)

  // The day is over: what the unit earned waits to be claimed.
  await fetch(`${app.server.origin}/test/advance?ms=${24 * 3_600_000}`, { method: 'POST' })
  await fetch(`${app.server.origin}/test/jobs`, { method: 'POST' })
  const token = await tokenFor(app.server.origin, demoMember)
  const unit = await httpCall<UnitDetail>(app.server.origin, `g/user/goods/info?id=${id}`, { token })
  const share = Math.floor((430 * unit.memberShareBp) / 10_000 / unit.unitsTotal)
  expect(share).toBeGreaterThan(0)
  expect(unit.settlements[0]!.at > today).toBe(true)
  expect(unit.settlements[0]!.amount).toBeGreaterThanOrEqual(share)
  const owner = await signedIn()
  await openMachine(owner, id, pileName)
  const paid = owner.getByRole('listitem').filter({ hasText: `$${(unit.settlements[0]!.amount / 100).toFixed(2)}` })
  await paid.filter({ hasText: 'To claim' }).first().waitFor()
})
