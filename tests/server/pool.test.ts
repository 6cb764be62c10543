import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { boxJackpots, poolLight, poolReceipt, poolRecord } from '#protocol/games.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database, Db } from '#server/db/open.ts'
import { lockToDelete } from '#server/features/auth/leaving.ts'
import { closePool } from '#server/features/games/pool-closing.ts'
import { stopGame } from '#server/features/games/publishing.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { gameTable, ruleOf, slotOf } from '#tests/support/game-table.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { beforeCommit } from '#tests/support/overlap.ts'
import { balances } from '#tests/support/people-and-machines.ts'

const day = 86_400_000
const [ok, notFound, nothing, inUse] = [0, 1404, 1708, 1740]
const cardKey = 'p'.repeat(43)

describe.each(databases)('the pool on $name', ({ open }) => {
  // A Friday in week 47; its round closes on Monday the 23rd.
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const config = readConfig({ DEMO: '0', CARD_KEY: cardKey })
  let database: Database
  let world: BareWorld
  let at: ReturnType<typeof gameTable>
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock, { CARD_KEY: cardKey })
    at = gameTable(world, clock)
    // Nothing is won back, so that only the pool gives points.
    const slots = [slotOf('nothing', null, { weight: 1_000_000_000 }), slotOf('one', { of: 'lucky', amount: 1 })]
    await at.publish(ruleOf('box', { kind: 'second box', mostAtOnce: 10, price: { of: 'gold', amount: 15 }, slots }))
  })
  afterAll(async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
  })

  const player = async (gold = 1000) => {
    const member = await world.member()
    await at.give({ memberId: member.memberId, gold })
    return member
  }
  const record = async (token: string) =>
    (await world.call('pool/rules/infor/record', { method: 'GET', token })).body.data as Answer<typeof poolRecord>
  const close = () => closePool({ database, clock, config })

  test('closes each week with winners that anybody can find again, and carries what does not divide', async () => {
    const [ada, budi] = [await player(), await player()]
    for (const { token } of [ada, budi, ada]) await at.play(token, 'box', 3)
    const open = await record(ada.token)
    // A tenth of 9 draws at 15, rounded down.
    expect(open).toMatchObject({ round: '2026-W47', points: 13, draws: 9, ownDraws: 6, members: 2, items: [] })
    expect(open).toMatchObject({ closesAt: '2026-11-23T00:00:00.000Z', closedRounds: [] })
    await close()
    expect((await record(ada.token)).closedRounds).toEqual([])
    clock.advance(3 * day)
    const token = await world.tokenOf(ada.memberId)
    await close()
    await close()
    const after = await record(token)
    const [round] = after.closedRounds
    expect(round).toMatchObject({ round: '2026-W47', points: 13, draws: 9, seedHash: open.seedHash })
    expect(
      createHash('sha256')
        .update(Buffer.from(round?.seed ?? '', 'hex'))
        .digest('hex'),
    ).toBe(open.seedHash)
    expect(round?.winners.map((it) => it.number)).toEqual(winnersByHand(round?.seed ?? '', 9, 5))
    expect(round?.winners.map((it) => it.amount)).toEqual([2, 2, 2, 2, 2])
    expect(after).toMatchObject({ round: '2026-W48', points: 3, draws: 0 })
    const own = after.items.length
    expect(own + (await record(await world.tokenOf(budi.memberId))).items.length).toBe(5)
    const messages = await database.kysely.selectFrom('message').select('kind').where('kind', '=', 'pool_won').execute()
    expect(messages).toHaveLength(5)
  })

  test('a share is received once, by who won it', async () => {
    const lone = await player()
    await at.play(lone.token, 'box', 10)
    clock.advance(7 * day)
    await close()
    const token = await world.tokenOf(lone.memberId)
    const [share] = (await record(token)).items
    const gold = (await balances(database.kysely, lone.memberId))['gold'] ?? 0
    const receive = async (by: string) =>
      (await world.call('pool/rules/confirm/receipt', { token: by, args: { shareId: share?.id } })).body
    expect((await receive((await player()).token)).errno).toBe(notFound)
    const { errno, data } = await receive(token)
    const amount = share && 'amount' in share.reward ? share.reward.amount : NaN
    expect([errno, (data as Answer<typeof poolReceipt>).goldCoins]).toEqual([ok, gold + amount])
    expect((await receive(token)).errno).toBe(nothing)
  })

  test('after a standstill every week is closed, and what nobody won is carried on', async () => {
    const { token, memberId } = await player()
    await at.play(token, 'box', 1)
    const carried = (await record(token)).points
    const round = (await record(token)).round
    clock.advance(28 * day)
    await close()
    const after = await record(await world.tokenOf(memberId))
    expect(after.closedRounds.slice(0, 4).map((it) => it.draws)).toEqual([0, 0, 0, 1])
    expect(after.closedRounds[3]).toMatchObject({ round, points: carried })
    const dealt = after.closedRounds[3]?.winners.reduce((sum, it) => sum + it.amount, 0) ?? 0
    expect(after.points).toBe(carried - dealt)
  })

  test('a share of a round long ago still comes with that round, so that it can be checked', async () => {
    const { token, memberId } = await player()
    await at.play(token, 'box', 10)
    const { round } = await record(token)
    clock.advance(70 * day)
    await close()
    const after = await record(await world.tokenOf(memberId))
    expect(after.closedRounds.map((it) => it.round)).not.toContain(round)
    expect(new Set(after.items.map((it) => it.round))).toEqual(new Set([round]))
    expect(after.shareRounds).toMatchObject([{ round, draws: 10 }])
    const [old] = after.shareRounds
    expect(old?.winners.map((it) => it.number)).toEqual(winnersByHand(old?.seed ?? '', 10, 5))
    const other = await player()
    expect((await record(await world.tokenOf(other.memberId))).shareRounds).toEqual([])
  })

  test('a share of who leaves at that moment lapses, as one that was there before', async () => {
    const { memberId, token } = await player()
    await at.play(token, 'box')
    const { round } = await record(token)
    const leaves = async (db: Db) => {
      await lockToDelete(db, memberId)
      const deleted = { deletedAt: instant(clock) }
      await db.updateTable('member').set(deleted).where('id', '=', memberId).execute()
    }
    clock.advance(7 * day)
    await beforeCommit(database, leaves, close)
    const shares = await database.kysely.selectFrom('poolShare').select('status').where('round', '=', round).execute()
    expect(shares).toEqual([{ status: 2 }])
  })

  test('the running light and the highest prizes name winners by a mask, and nobody who has left', async () => {
    const sure = [slotOf('star', { of: 'gold', amount: 3 }), slotOf('moon', { of: 'gold', amount: 2 }, { weight: 9 })]
    await at.publish(ruleOf('sure', { slots: sure }))
    const { token, memberId } = await player()
    await database.kysely
      .updateTable('member')
      .set({ nickname: 'Zoe', passwordHash: cheapHash('a-good-one') })
      .where('id', '=', memberId)
      .execute()
    let stars = 0
    while (stars === 0) if ((await at.play(token, 'sure')).draws[0]?.prize?.name === 'Slot star') stars += 1
    const light = async () => {
      const { data } = (await world.call('pool/rules/running/light', { method: 'GET' })).body
      return (data as Answer<typeof poolLight>).items
    }
    expect((await light())[0]).toMatchObject({ who: 'Z***', gameName: 'Game sure', prizeName: 'Slot star' })
    const top = async () => {
      const { data } = (await world.call('game/box/jackpotList', { method: 'GET', token })).body
      return (data as Answer<typeof boxJackpots>).items.find((it) => it.game === 'sure')
    }
    expect(await top()).toMatchObject({ prize: { name: 'Slot star', weight: 1 }, weights: 10, last: { who: 'Z***' } })
    const leave = { password: 'a-good-one', confirmed: true }
    expect((await world.call('auth/unsubscribe', { token, args: leave })).body.errno).toBe(ok)
    expect((await light()).some((it) => it.who === 'Z***')).toBe(false)
    const drawn = await database.kysely.selectFrom('draw').selectAll().where('memberId', '=', memberId).execute()
    expect(new Set(drawn.map((it) => [it.memberSeed, it.status].join()))).toEqual(new Set([',2']))
  })

  test("a highest prize whose game can't be played says why; a stopped game isn't listed", async () => {
    const { token } = await player()
    const top = async () => {
      const { data } = (await world.call('game/box/jackpotList', { method: 'GET', token })).body
      return (data as Answer<typeof boxJackpots>).items.find((it) => it.game === 'dear')
    }
    const cash = slotOf('cash', { of: 'money', amount: 5000, currency: 'USD' })
    await at.publish(ruleOf('dear', { slots: [cash, slotOf('nothing', null)] }))
    expect(await top()).toMatchObject({ prize: { name: 'Slot cash' }, closed: 'not funded' })
    await at.fund(5000)
    expect(await top()).toMatchObject({ closed: null })
    await at.publish(ruleOf('dear', { slots: [{ ...cash, stock: 0 }, slotOf('nothing', null)] }))
    expect(await top()).toMatchObject({ closed: 'sold out' })
    await stopGame(database.kysely, 'dear', instant(clock))
    expect(await top()).toBeUndefined()
  })

  test('money that was won is in the way of leaving until it is received', async () => {
    await at.fund(1000)
    const gift = { of: 'money', amount: 100, currency: 'USD' } as const
    await at.publish(ruleOf('cash', { slots: [slotOf('one', gift), slotOf('two', gift)] }))
    const { token, memberId } = await player()
    const passwordHash = cheapHash('a-good-one')
    await database.kysely.updateTable('member').set({ passwordHash }).where('id', '=', memberId).execute()
    await at.play(token, 'cash')
    const { body } = await world.call('auth/unsubscribe', {
      token,
      key: randomUUID(),
      args: { password: 'a-good-one', confirmed: true },
    })
    expect([body.errno, body.errmsg]).toEqual([inUse, expect.stringContaining('prizes in money to claim')])
  })
})

/** As docs/fair-draws.md, "The pool", says, by other code. */
function winnersByHand(seed: string, tickets: number, most: number): number[] {
  const won: number[] = []
  const limit = 2n ** 48n - (2n ** 48n % BigInt(tickets))
  for (let i = 0; i < Math.min(tickets, most); i += 1) {
    const found = (): number => {
      for (let round = 0; ; round += 1) {
        const hex = createHmac('sha256', Buffer.from(seed, 'hex')).update(`pool:${i}:${round}`).digest('hex')
        for (const number of [0, 12, 24, 36, 48].map((n) => BigInt(`0x${hex.slice(n, n + 12)}`))) {
          const ticket = Number(number % BigInt(tickets))
          if (number < limit && !won.includes(ticket)) return ticket
        }
      }
    }
    won.push(found())
  }
  return won
}
