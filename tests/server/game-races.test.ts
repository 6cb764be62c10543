import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ringOf } from '#server/db/keyring.ts'
import type { Database, Db } from '#server/db/open.ts'
import type { GameRule } from '#server/features/games/game-rule.ts'
import { play } from '#server/features/games/playing.ts'
import { publishGame } from '#server/features/games/publishing.ts'
import { receivePrize } from '#server/features/games/receiving.ts'
import { tableOf } from '#server/features/games/table.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { payInCapital, setAside } from '#server/ledger/set-aside.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import { givePoints, ruleOf, slotOf } from '#tests/support/game-table.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { runOverlapping } from '#tests/support/overlap.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'

const words = { language: 'en', translate: (name: string) => name }
const kinds = ['box', 'second box'] as const

describe.each(databases)('draws at once on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const ring = ringOf([randomBytes(32)])
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
  })

  async function player(gold = 100): Promise<string> {
    const memberId = await makeMember(database.kysely)
    await givePoints(database, { memberId, gold }, clock)
    return memberId
  }
  const publish = (rule: GameRule) => database.inTransaction((db) => publishGame(db, rule, clock))

  /** A draw of somebody who looks at the game now. */
  async function drawing(memberId: string, gameId: string, count = 1) {
    const { games, seed } = await tableOf(database.kysely, ring, { memberId, kinds, words }, clock)
    const game = games.find((it) => it.id === gameId)
    if (!game) throw new Error(`no game ${gameId}`)
    const expectedPrice = game.price.amount * count
    const { odds } = game
    const wanted = { memberId, kinds, gameId, count, seedHash: seed.seedHash, memberSeed: 'x', odds, expectedPrice }
    return (db: Db) => play(db, ring, wanted, words, clock)
  }
  async function outcomes(first: (db: Db) => Promise<unknown>, second = first): Promise<string[]> {
    return (await runOverlapping(database, first, second)).map((it) => {
      if (it.status === 'fulfilled') return 'done'
      if (it.reason instanceof DomainError) return it.reason.code
      throw it.reason
    })
  }
  const nearlySure = { weight: 1_000_000_000 }

  test('the last piece goes to one of two members, and the other pays nothing', async () => {
    const star = slotOf('star', { of: 'gold', amount: 5 }, { ...nearlySure, stock: 1 })
    await publish(ruleOf('piece', { slots: [star, slotOf('nothing', null)] }))
    const [ada, budi] = [await player(), await player()]
    expect(await outcomes(await drawing(ada, 'piece'), await drawing(budi, 'piece'))).toEqual(['done', 'game_closed'])
    expect([(await balances(database.kysely, ada))['gold'], (await balances(database.kysely, budi))['gold']]).toEqual([
      90, 100,
    ])
    const { pieces } = await database.kysely
      .selectFrom('gameStock')
      .select('pieces')
      .where('game', '=', 'piece')
      .executeTakeFirstOrThrow()
    expect(pieces).toBe(0)
  })

  test('money that covers one prize is played for by one of two members', async () => {
    await database.inTransaction(async (db) => {
      await payInCapital(db, { amount: 300, currency: 'USD' }, clock)
      await setAside(db, { code: 'prizes', amount: 300, currency: 'USD' }, clock)
    })
    const gift = { of: 'money', amount: 300, currency: 'USD' } as const
    await publish(ruleOf('cash', { slots: [slotOf('one', gift), slotOf('two', gift)] }))
    const [ada, budi] = [await player(), await player()]
    expect(await outcomes(await drawing(ada, 'cash'), await drawing(budi, 'cash'))).toEqual(['done', 'game_closed'])
    expect(await balances(database.kysely, ada)).toMatchObject({ gold: 90, prize_due: 300 })
    expect((await balances(database.kysely, budi))['gold']).toBe(100)
  })

  test('draws of one member take one nonce each, and keep to the limit of the day', async () => {
    await publish(ruleOf('day', { dailyLimit: 1 }))
    await publish(ruleOf('free'))
    const ada = await player()
    expect(await outcomes(await drawing(ada, 'day'))).toEqual(['done', 'play_limit_reached'])
    expect(await outcomes(await drawing(ada, 'free'))).toEqual(['done', 'done'])
    const rows = await database.kysely
      .selectFrom('draw')
      .select('nonce')
      .where('memberId', '=', ada)
      .orderBy('number')
      .execute()
    expect(rows.map((it) => it.nonce)).toEqual([1, 2, 3])
  })

  test('points that pay for one draw pay for one of two', async () => {
    await publish(
      ruleOf('poor', { slots: [slotOf('nothing', null, nearlySure), slotOf('five', { of: 'gold', amount: 5 })] }),
    )
    const ada = await player(15)
    expect(await outcomes(await drawing(ada, 'poor'))).toEqual(['done', 'points_insufficient'])
    expect((await balances(database.kysely, ada))['gold']).toBe(5)
  })

  test('a prize is received once', async () => {
    const gift = { of: 'gold', amount: 7 } as const
    await publish(ruleOf('twice', { slots: [slotOf('one', gift), slotOf('two', gift)] }))
    const ada = await player()
    const { draws } = await database.inTransaction(await drawing(ada, 'twice'))
    const receive = (db: Db) => receivePrize(db, { memberId: ada, drawId: draws[0]?.id ?? '', kinds }, words, clock)
    expect(await outcomes(receive)).toEqual(['done', 'nothing_to_claim'])
    expect((await balances(database.kysely, ada))['gold']).toBe(97)
  })
})
