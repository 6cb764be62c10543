import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { publishRate } from '#server/features/wallet/exchange/rates.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import type { RailStep, RailWorld } from '#tests/support/rail-history.ts'
import { makeRailWorld, railHistory, railRounds, takeRailStep } from '#tests/support/rail-history.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { longer } from '#tests/support/longer.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(databases)('Whatever comes in and goes out, on $name', ({ open }) => {
  let database: Database
  let worlds = 0
  const season = () => new ManualClock(new Date(Date.UTC(2026, 10, 20 + worlds++, 2)).toISOString())
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
    const clock = new ManualClock('2026-11-20T00:00:00.000Z')
    for (const [code, perUsd] of [
      ['USD', '1'],
      ['USDT', '1.0037'],
    ] as const)
      await publishRate(database.kysely, { code, perUsd }, clock)
  })
  afterAll(() => database.close())

  test(
    'no money is made or lost, nothing counts twice, and what is said again changes nothing',
    async () => {
      let ended = 0
      await fc.assert(
        fc.asyncProperty(railHistory, async (steps) => {
          const world = await makeRailWorld(database, season())
          const earned = new Map<string, number>()
          for (const step of steps) {
            const again = await takeRailStep(world, step)
            const before = await moneyOf(world)
            await again()
            expect(await moneyOf(world)).toEqual(before)
            note(world, step, earned)
          }
          await expectSound(world, earned)
          if (world.withdrawals.length > 0)
            ended += (
              await database.kysely
                .selectFrom('withdrawal')
                .select('id')
                .where('id', 'in', world.withdrawals)
                .where('state', 'in', ['arrived', 'returned'])
                .execute()
            ).length
        }),
        { numRuns: 8 * longer, endOnFailure: true },
      )
      // Some withdrawals came to an end, or the histories would mean nothing. How many is chance.
      expect(ended).toBeGreaterThan(0)
      expect(await reconcile(database.kysely)).toEqual([])
    },
    240_000 * longer,
  )

  test(
    'also when everything happens at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(railRounds, async (rounds) => {
          const world = await makeRailWorld(database, season())
          const earned = new Map<string, number>()
          for (const steps of rounds) {
            await Promise.all(steps.map((step) => takeRailStep(world, step)))
            for (const step of steps) note(world, step, earned)
          }
          await expectSound(world, earned)
        }),
        { numRuns: 5 * longer, endOnFailure: true },
      )
      expect(await reconcile(database.kysely)).toEqual([])
    },
    240_000 * longer,
  )

  /**
   * The model: a member's balance is what they earned, less what was paid out, plus what the chain brought, within a
   * cent.
   */
  async function expectSound(world: RailWorld, earned: ReadonlyMap<string, number>): Promise<void> {
    for (const { memberId } of world.members) {
      const { income = 0, withdrawing = 0, recharge = 0 } = await balances(database.kysely, memberId)
      const gone = await database.kysely
        .selectFrom('withdrawal')
        .select(['state', 'amount', 'fee', 'arrives'])
        .where('memberId', '=', memberId)
        .execute()
      const sum = (states: readonly string[]) =>
        gone.filter((it) => states.includes(it.state)).reduce((total, it) => total + it.amount, 0)
      expect({ income, withdrawing }).toEqual({
        income: (earned.get(memberId) ?? 0) - sum(['requested', 'approved', 'sent', 'arrived']),
        withdrawing: sum(['requested', 'approved', 'sent']),
      })
      expect(Math.min(income, withdrawing, recharge)).toBeGreaterThanOrEqual(0)
      expect(recharge).toBe(await creditedTo(memberId))
    }
    const mine = new Set(world.topUps.map((it) => it.id))
    const booked = (
      await database.kysely.selectFrom('railTransfer').selectAll().where('network', '=', 'made-up').execute()
    ).filter((it) => mine.has(it.awaitedId))
    for (const it of booked) {
      const paid = world.chain.find(({ externalId }) => externalId === it.externalId)
      expect(paid).toMatchObject({ value: it.value })
      // Never more than the transfer is worth, and at most a cent of rounding below.
      if (it.credited !== null) expect(it.value / 1.0037 / 10_000 - it.credited).toBeLessThan(1.001)
      if (it.credited !== null) expect(it.credited - it.value / 1.0037 / 10_000).toBeLessThan(1)
    }
    for (const { id, due } of world.topUps) {
      const own = booked.filter((it) => it.awaitedId === id && it.credited !== null)
      const { amount, expiresAt } = await database.kysely
        .selectFrom('awaitedTopUp')
        .select(['amount', 'expiresAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const inTime = own.filter((it) => it.arrivedAt <= expiresAt && (it.credited ?? 0) > 0)
      const sent = inTime.reduce((total, it) => total + it.value, 0)
      expect(inTime.reduce((total, it) => total + (it.credited ?? 0), 0)).toBe(
        Number((BigInt(sent) * BigInt(amount)) / BigInt(due)),
      )
    }
  }

  async function creditedTo(memberId: string): Promise<number> {
    const {
      rows: [found],
    } = await sql<{ sum: number }>`
      select coalesce(sum(credited), 0)::bigint as sum from rail_transfer
        join awaited_top_up on awaited_top_up.id = awaited_id where member_id = ${memberId}`.execute(database.kysely)
    return found?.sum ?? 0
  }

  async function moneyOf({ members }: RailWorld): Promise<unknown> {
    const ids = members.map((it) => it.memberId)
    const { rows } = await sql`
      select (select jsonb_agg(jsonb_build_array(id, balance, seq) order by id) from account
        where owner_id = any(${ids}::uuid[])) as accounts,
        (select count(*) from withdrawal_step step join withdrawal on withdrawal.member_id = step.member_id
          and withdrawal.id = step.withdrawal_id where withdrawal.member_id = any(${ids}::uuid[])) as steps,
        (select count(*) from message where member_id = any(${ids}::uuid[])) as messages,
        (select count(*) from awaited_top_up where member_id = any(${ids}::uuid[])) as opened`.execute(database.kysely)
    return rows
  }

  function note({ members }: RailWorld, step: RailStep, earned: Map<string, number>): void {
    const memberId = members['who' in step ? step.who : 0]?.memberId
    if (step.kind === 'earn' && memberId !== undefined) earned.set(memberId, (earned.get(memberId) ?? 0) + step.amount)
  }
})
