import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { header } from '#protocol/headers.ts'
import type { Database, Db } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { grow } from '#server/features/rewards/growth.ts'
import { reachAllLevels, reachLevels } from '#server/features/rewards/reach-levels.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { buy, cancelAsShown, makeOffer, settleDue, trip } from '#tests/support/ledger-world.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { beforeCommit, runOverlapping } from '#tests/support/overlap.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'

describe.each(databases)('Levels on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let app: Awaited<ReturnType<typeof bareWorld>>
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    app = await bareWorld(database, clock)
  })
  afterAll(() => database.close())
  beforeEach(() => database.kysely.updateTable('level').set({ rechargeNeeded: 0, teamSizeNeeded: 0 }).execute())

  const growing = (memberId: string, by: number) => database.inTransaction((db) => grow(db, memberId, by, clock))
  const levelOf = async (id: string) =>
    (await database.kysely.selectFrom('member').select('level').where('id', '=', id).executeTakeFirstOrThrow()).level
  const goldOf = async (id: string) => (await balances(database.kysely, id))['gold']
  const asked = (level: number, needs: { rechargeNeeded?: number; teamSizeNeeded?: number }) =>
    database.kysely.updateTable('level').set(needs).where('level', '=', level).execute()
  const invitedBy = async (inviter: string) => {
    const id = await makeMember(database.kysely)
    const joined = { invitedBy: inviter, joinedAt: new Date(clock.now()).toISOString() }
    await database.kysely.updateTable('member').set(joined).where('id', '=', id).execute()
    return id
  }
  const topUp = (memberId: string, amount: number) =>
    database.inTransaction((db) =>
      creditTopUp(
        db,
        {
          source: 'test',
          externalId: crypto.randomUUID(),
          memberId,
          amount,
          currency: 'USD',
          receivedAt: new Date(clock.now()).toISOString(),
        },
        clock,
      ),
    )
  const read = async (memberId: string, path: string, args = {}, language = 'en') => {
    const headers = { [header.language]: language }
    return (await app.call(path, { method: 'GET', args, headers, token: await app.tokenOf(memberId) })).body
      .data as never
  }

  test('as seeded, no level asks for a top-up or a team', async () => {
    const rows = await database.kysely.selectFrom('level').selectAll().execute()
    expect(rows).toHaveLength(6)
    expect(rows.map((it) => [it.rechargeNeeded, it.teamSizeNeeded])).toEqual(rows.map(() => [0, 0]))
  })

  test('a level reached brings its gold coins once, with a bill in words and a message', async () => {
    const memberId = await makeMember(database.kysely)
    await growing(memberId, 199)
    expect([await levelOf(memberId), await goldOf(memberId)]).toEqual([0, 0])
    await growing(memberId, 1)
    clock.advance(86_400_000)
    await growing(memberId, 1)
    expect([await levelOf(memberId), await goldOf(memberId)]).toEqual([1, 100])
    const { items }: { items: object[] } = await read(memberId, 'capital/streamList', { wallet: 'points' }, 'id')
    expect(items).toEqual([
      expect.objectContaining({
        kind: 'level_bonus',
        wallet: 'gold',
        amount: 100,
        currency: 'GOLD',
        subject: 'Percik',
      }),
    ])
    const { items: messages }: { items: object[] } = await read(memberId, 'mallNotice/noticeList')
    expect(messages).toEqual([
      expect.objectContaining({
        title: 'Level reached',
        line: 'You reached level 1. You get 100 gold coins.',
        route: '/pages/my/equity',
      }),
    ])
  })

  test('buying gives no growth; what claims of a cancelled order gave goes, the level and its coins stay', async () => {
    const machine = await makeOffer(database.kysely, clock, {
      settlementType: 2,
      unitsTotal: 1,
      memberShareBp: 10_000,
      price: 50_000,
    })
    const memberId = await makeMember(database.kysely)
    const of = async () => {
      const { growth, level } = await database.kysely
        .selectFrom('member')
        .select(['growth', 'level'])
        .where('id', '=', memberId)
        .executeTakeFirstOrThrow()
      return { growth, level, gold: await goldOf(memberId) }
    }
    await topUp(memberId, 100_000)
    await growing(memberId, 10)
    const orderId = await buy(database, memberId, machine.productId, 1, clock)
    // The gift of the purchase: 7 coins.
    expect(await of()).toEqual({ growth: 10, level: 0, gold: 7 })
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 20_000, memberId, clock)
    clock.advance(3_600_000)
    await settleDue(database, clock)
    await database.inTransaction((db) => claimIncome(db, { memberId, unitId: null }, clock))
    expect(await of()).toEqual({ growth: 210, level: 1, gold: 107 })
    await cancelAsShown(database, { memberId, orderId }, clock)
    expect(await of()).toEqual({ growth: 10, level: 1, gold: 100 })
    await reachLevels({ database, clock })
    expect(await of()).toEqual({ growth: 10, level: 1, gold: 100 })
    // Nor does income of a cancelled order that is claimed afterwards.
    const again = await buy(database, memberId, machine.productId, 1, clock)
    clock.advance(60_000)
    await trip(database, machine.deviceNumber, 20_000, `${memberId} 2`, clock)
    clock.advance(3_600_000)
    await settleDue(database, clock)
    await cancelAsShown(database, { memberId, orderId: again }, clock)
    await database.inTransaction((db) => claimIncome(db, { memberId, unitId: null }, clock))
    expect(await of()).toEqual({ growth: 10, level: 1, gold: 100 })
    expect(await reconcile(database.kysely)).toEqual([])
  })

  describe('of orders that are cancelled', () => {
    /** A member with growth of 10 and two orders whose unit has earned 0.60 each, settled. */
    async function twoOrders() {
      const machine = await makeOffer(database.kysely, clock, {
        settlementType: 2,
        unitsTotal: 2,
        memberShareBp: 10_000,
        price: 500,
      })
      const memberId = await makeMember(database.kysely)
      await topUp(memberId, 1000)
      await growing(memberId, 10)
      const orders = [
        await buy(database, memberId, machine.productId, 1, clock),
        await buy(database, memberId, machine.productId, 1, clock),
      ] as const
      clock.advance(60_000)
      await trip(database, machine.deviceNumber, 120, memberId, clock)
      clock.advance(3_600_000)
      await settleDue(database, clock)
      return { memberId, orders }
    }
    const growthOf = async (id: string) =>
      (await database.kysely.selectFrom('member').select('growth').where('id', '=', id).executeTakeFirstOrThrow())
        .growth
    const claimOf = async (db: Db, memberId: string, orderId?: string) => {
      const unit = db
        .selectFrom('unit')
        .select('id')
        .where('purchaseId', '=', orderId ?? '')
      const unitId = orderId === undefined ? null : (await unit.executeTakeFirstOrThrow()).id
      return await claimIncome(db, { memberId, unitId }, clock)
    }

    test('small claims that only together gave growth leave none', async () => {
      const { memberId, orders } = await twoOrders()
      const growth = []
      for (const orderId of orders) {
        await database.inTransaction((db) => claimOf(db, memberId, orderId))
        growth.push(await growthOf(memberId))
      }
      for (const orderId of orders) {
        await cancelAsShown(database, { memberId, orderId }, clock)
        growth.push(await growthOf(memberId))
      }
      expect(growth).toEqual([10, 11, 10, 10])
    })

    test('the next claim counts on from what orders that stay have brought', async () => {
      const { memberId, orders } = await twoOrders()
      await database.inTransaction((db) => claimOf(db, memberId, orders[0]))
      await cancelAsShown(database, { memberId, orderId: orders[0] }, clock)
      await database.inTransaction((db) => claimOf(db, memberId, orders[1]))
      expect(await growthOf(memberId)).toBe(10)
    })

    test('a claim that is under way is waited for', async () => {
      const { memberId, orders } = await twoOrders()
      const both = await beforeCommit(
        database,
        (db) => claimOf(db, memberId),
        () => cancelAsShown(database, { memberId, orderId: orders[0] }, clock),
      )
      expect(both.map((it) => it.status)).toEqual(['fulfilled', 'fulfilled'])
      expect(await growthOf(memberId)).toBe(10)
    })
  })

  test('levels that were passed over bring theirs too', async () => {
    const memberId = await makeMember(database.kysely)
    await growing(memberId, 2500)
    expect([await levelOf(memberId), await goldOf(memberId)]).toEqual([3, 100 + 300 + 800])
  })

  test('two at once that reach the same level bring its coins once', async () => {
    const memberId = await makeMember(database.kysely)
    await growing(memberId, 150)
    const both = await runOverlapping(
      database,
      (db) => grow(db, memberId, 100, clock),
      (db) => grow(db, memberId, 100, clock),
    )
    expect(both.map((it) => it.status)).toEqual(['fulfilled', 'fulfilled'])
    expect([await levelOf(memberId), await goldOf(memberId)]).toEqual([1, 100])
  })

  test('who stood at a level before levels brought coins gets them by the job, once, and nobody else does', async () => {
    const [before, never, gone] = [
      await makeMember(database.kysely),
      await makeMember(database.kysely),
      await makeMember(database.kysely),
    ]
    await database.kysely
      .updateTable('member')
      .set({ level: 2, growth: 900 })
      .where('id', 'in', [before, gone])
      .execute()
    await database.kysely
      .updateTable('member')
      .set({ deletedAt: '2026-11-20T06:00:00.000Z' })
      .where('id', '=', gone)
      .execute()
    await Promise.all([reachLevels({ database, clock }), reachLevels({ database, clock })])
    clock.advance(86_400_000)
    await reachLevels({ database, clock })
    expect([await goldOf(before), await goldOf(never), await goldOf(gone)]).toEqual([400, 0, 0])
  })

  test('growth alone reaches no level that asks for top-ups and a team', async () => {
    await asked(1, { rechargeNeeded: 5000, teamSizeNeeded: 3 })
    const memberId = await makeMember(database.kysely)
    await growing(memberId, 300)
    expect(await levelOf(memberId)).toBe(0)
    expect(await read(memberId, 'user/info')).toMatchObject({
      merchantUpgradeInfo: { next: { level: 1 }, growthNeeded: 0, rechargeNeeded: 5000, teamSizeNeeded: 3 },
    })

    const direct = await invitedBy(memberId)
    const left = await invitedBy(memberId)
    await invitedBy(direct)
    await topUp(memberId, 4999)
    await reachLevels({ database, clock })
    expect(await levelOf(memberId)).toBe(0)
    await topUp(memberId, 1)
    await database.kysely
      .updateTable('member')
      .set({ deletedAt: '2026-11-20T06:00:00.000Z' })
      .where('id', '=', left)
      .execute()
    await reachLevels({ database, clock })
    expect(await levelOf(memberId)).toBe(0)
    expect(await read(memberId, 'user/info')).toMatchObject({
      merchantUpgradeInfo: { next: { level: 1 }, growthNeeded: 0, rechargeNeeded: 0, teamSizeNeeded: 1 },
    })

    // Somebody invited by somebody invited counts, and the team of a team's team doesn't.
    await invitedBy(await invitedBy(direct))
    await reachLevels({ database, clock })
    expect([await levelOf(memberId), await goldOf(memberId)]).toEqual([1, 100])
  })

  test('a look is at who may have changed since the last; at all members once a day, and when the table changes', async () => {
    await asked(1, { rechargeNeeded: 5000 })
    const [found, nightly, byTable] = [
      await makeMember(database.kysely),
      await makeMember(database.kysely),
      await makeMember(database.kysely),
    ]
    for (const id of [found, nightly, byTable]) await growing(id, 300)
    const levels = async () => [await levelOf(found), await levelOf(nightly), await levelOf(byTable)]
    const topUpCredited = async (id: string, minutesAgo: number) => {
      await topUp(id, 5000)
      const creditedAt = new Date(clock.now() - minutesAgo * 60_000).toISOString()
      await database.kysely.updateTable('topUp').set({ creditedAt }).where('memberId', '=', id).execute()
    }
    await reachLevels({ database, clock })
    // Its transaction took that long. The other two say so of hours ago.
    await topUpCredited(found, 40)
    await topUpCredited(nightly, 90)
    await reachLevels({ database, clock })
    expect(await levels()).toEqual([1, 0, 0])
    await reachAllLevels({ database, clock })
    expect(await levels()).toEqual([1, 1, 0])
    await topUpCredited(byTable, 90)
    await reachLevels({ database, clock })
    expect(await levels()).toEqual([1, 1, 0])
    await asked(2, { rechargeNeeded: 10_000 })
    await reachLevels({ database, clock })
    expect(await levels()).toEqual([1, 1, 1])
  })

  test('nothing is missed while no look was made, nor by who has just joined', async () => {
    await asked(1, { teamSizeNeeded: 2 })
    const memberId = await makeMember(database.kysely)
    await growing(memberId, 300)
    await reachLevels({ database, clock })
    await database.kysely.updateTable('level').set({ upgradeBonusPoints: 5 }).where('level', '=', 0).execute()
    await reachLevels({ database, clock })
    const last = await invitedBy(await invitedBy(memberId))
    clock.advance(3 * 86_400_000)
    await reachLevels({ database, clock })
    expect([await levelOf(memberId), await goldOf(last)]).toEqual([1, 5])
    await database.kysely.updateTable('level').set({ upgradeBonusPoints: 0 }).where('level', '=', 0).execute()
  })

  test('and the level list says what each asks for', async () => {
    await asked(2, { rechargeNeeded: 5000, teamSizeNeeded: 3 })
    const memberId = await makeMember(database.kysely)
    const { items }: { items: object[] } = await read(memberId, 'goods/level/list', { type: 2 })
    expect(items[1]).toMatchObject({ growthNeeded: 200, rechargeNeeded: 0, teamSizeNeeded: 0 })
    expect(items[2]).toMatchObject({ growthNeeded: 800, rechargeNeeded: 5000, teamSizeNeeded: 3 })
  })

  test('after all of it the books are sound', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})
