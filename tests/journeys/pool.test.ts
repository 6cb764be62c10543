import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import { poolLight, poolRecord, type PoolRound } from '#protocol/games.ts'
import { hashOf, poolWinners } from '#src/lib/fair-draw.ts'
import { moving } from '#tests/support/browser.ts'
import { changeAnswers } from '#tests/support/changed-answers.ts'
import { journey } from '#tests/support/journey.ts'
import { memberApi } from '#tests/support/member-api.ts'

const app = journey()
type Pool = Answer<typeof poolRecord>
type Light = Answer<typeof poolLight>

const seed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

/** A round that was closed by the description, as its members see it. */
async function aRound(round: string, draws: number): Promise<PoolRound> {
  const winners = await poolWinners(seed, draws, 5)
  return {
    round,
    points: 103,
    draws,
    closedAt: '2026-11-16T00:00:00.000Z',
    seedHash: await hashOf(seed),
    seed,
    shares: 5,
    winners: winners.map((number) => ({ number, who: 'W***o', amount: Math.floor(103 / winners.length) })),
  }
}

/** Whether the hash that is on screen is on this device's disk too. */
const isKept = (page: Page, seedHash: string) =>
  page.evaluate(async (hash) => {
    const { name } = (await indexedDB.databases()).find((it) => /[0-9a-f]{8}-/.test(it.name ?? ''))!
    return await new Promise<boolean>((resolve) => {
      const opening = indexedDB.open(name!)
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('meta').objectStore('meta').get('games-rounds')
        reading.addEventListener('success', () => {
          opening.result.close()
          resolve(JSON.stringify(reading.result ?? null).includes(hash))
        })
      })
    })
  }, seedHash)

const noShares: Partial<Pool> = { items: [], shareRounds: [] }

/** The pool's page, the server's answers changed on the way. */
async function openPool(change: { pool?: (it: Pool) => void; light?: Light['items']; moves?: boolean }): Promise<Page> {
  const page = await app.openAsDemo({
    route: '/subPages/jackpot/index2',
    ...(change.moves === true && { context: moving }),
    before: async (it) => {
      await changeAnswers(it, poolRecord, (pool) => change.pool?.(pool))
      await changeAnswers(it, poolLight, (light) => {
        if (change.light) light.items = change.light
      })
    },
  })
  await page.getByRole('heading', { level: 1, name: 'Prize pool' }).waitFor()
  return page
}

test('the open round states its rule, its hash and the tickets of the member', async () => {
  const api = await memberApi(app.server.origin)
  await api.draw()
  let shown: Pool | undefined
  const page = await openPool({ pool: (it) => (shown = it) })
  await page.getByText(/^Every member's draw puts 10% of its gold coins/).waitFor()
  await page.getByText(/When the round closes, 5 tickets are drawn/).waitFor()
  expect(shown!.ownDraws).toBeGreaterThan(0)
  await page.getByText(shown!.seedHash).waitFor()
})

test('a closed round is computed again, and a forged one is refused', async () => {
  const round = await aRound('2026-W46', 40)
  let seedHash = round.seedHash
  let isClosed = false
  // While it is open no other is closed: the stored answer, which a reload shows first, has no other round to check.
  const open = () =>
    openPool({
      pool: (it) =>
        Object.assign(
          it,
          noShares,
          isClosed ? { closedRounds: [round] } : { round: round.round, seedHash, closedRounds: [] },
        ),
    })
  const right = await open()
  await right.getByText(seedHash).waitFor()
  await expect.poll(() => isKept(right, seedHash)).toBe(true)
  isClosed = true
  await right.reload()
  await right.getByRole('button', { name: 'Check this round' }).click()
  await right.getByText('This round is correct: this device computed it again and got the same result.').waitFor()

  isClosed = false
  seedHash = 'ab'.repeat(32)
  const swapped = await open()
  await swapped.getByText(seedHash).waitFor()
  await expect.poll(() => isKept(swapped, seedHash)).toBe(true)
  isClosed = true
  await swapped.reload()
  await swapped.getByRole('button', { name: 'Check this round' }).click()
  await swapped.getByText(/^This round doesn't match/).waitFor()
  await swapped.getByText(seedHash).waitFor()

  // Every ticket is another one: two that change places may be the same.
  const forged = { ...round, winners: round.winners.map((it) => ({ ...it, number: (it.number % 40) + 1 })) }
  const wrong = await openPool({ pool: (it) => Object.assign(it, { ...noShares, closedRounds: [forged] }) })
  await wrong.getByRole('button', { name: 'Check this round' }).click()
  await wrong.getByText(/^This round doesn't match/).waitFor()
})

test('a share of a round that closed long ago is checked where it stands', async () => {
  const round = await aRound('2026-W30', 40)
  const { closedAt: at } = round
  const reward = { of: 'gold' as const, amount: 20 }
  const id = '00000000-0000-4000-8000-000000000009'
  const share = { id, round: round.round, reward, status: 1 as const, at, receivedAt: at }
  const page = await openPool({
    pool: (it) => Object.assign(it, { ...noShares, items: [share], shareRounds: [round], closedRounds: [] }),
  })
  await page.getByText('No round has closed yet').waitFor()
  await page.getByRole('button', { name: 'Check this round' }).click()
  await page.getByText(/^This device computed the round again and got the same result/).waitFor()
})

test('a round without draws has no winners, and nothing is invented where nothing was won', async () => {
  const none = await aRound('2026-W45', 0)
  const page = await openPool({ pool: (it) => (it.closedRounds = [none]), light: [] })
  await page.getByText('Nobody drew in this round, so nobody won.').waitFor()
  expect(await page.getByRole('group', { name: 'Recent wins' }).count()).toBe(0)
  const empty = await openPool({
    pool: (it) => {
      it.closedRounds = []
      it.items = []
    },
  })
  await empty.getByText('No round has closed yet').waitFor()
  await empty.getByText('No share yet').waitFor()
})

test('the running light runs, and stands still under reduced motion', async () => {
  const light = ['W***o', 'A***i'].map((who, n) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    who,
    gameName: 'Gold wheel',
    prizeName: '100 gold coins',
    at: '2026-11-16T00:00:00.000Z',
  }))
  for (const moves of [true, false]) {
    const page = await openPool({ light, moves })
    const group = page.getByRole('group', { name: 'Recent wins' })
    await group.getByText('A***i').first().waitFor()
    const moving = await group.evaluate((it) => it.getAnimations({ subtree: true }).length)
    expect(moving).toBe(moves ? 2 : 0)
  }
})

test('a share is received in the tunnel: saved, sent when back, paid once', async () => {
  const api = await memberApi(app.server.origin)
  for (let n = 0; n < 25; n++) await api.draw()
  await fetch(`${app.server.origin}/test/advance?ms=${7 * 86_400_000}`, { method: 'POST' })
  await fetch(`${app.server.origin}/test/jobs`, { method: 'POST' })
  const page = await app.openInstalled({ prefetches: false })
  await page.evaluate(() => {
    location.hash = '/subPages/jackpot/index2'
  })
  // The home page, which may still be shown, has a button that claims income.
  const receive = page.getByRole('button', { name: /^Claim \d+ gold coins$/ }).first()
  const coins = Number(/\d+/.exec(await receive.innerText())?.[0])
  const later = await memberApi(app.server.origin)
  const { goldCoins } = await later.balances()

  await page.context().setOffline(true)
  await receive.click()
  const sent = page.getByRole('main').getByText("It's only paid once, however often it's sent.")
  await sent.waitFor()
  await page.reload()
  await sent.waitFor()
  expect(await sent.count()).toBe(1)
  expect((await later.balances()).goldCoins).toBe(goldCoins)

  await page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await sent.waitFor({ state: 'detached' })
  await expect.poll(async () => (await later.balances()).goldCoins).toBe(goldCoins + coins)
})
