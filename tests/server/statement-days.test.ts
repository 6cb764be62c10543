import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { Database, Db } from '#server/db/open.ts'
import { chainBills } from '#server/ledger/chain.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { stretchOf, turnedOver, type Stretch, type Turned } from '#server/ledger/statement.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { rowsRead } from '#tests/support/rows-read.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const begin = Date.parse('2026-10-01T00:00:00.000Z')
const asset = 'USD'

interface Movement {
  number: number
  at: number
  account: string
  change: number
}

describe.each(databases)('Statements from the days of a chain on $name', ({ open }) => {
  let database: Database
  let reference = 0
  beforeAll(async () => {
    database = await open()
    for (const month of ['2026-09-20', '2026-10-20', '2026-11-20'])
      await ensurePartitions(database.kysely, new ManualClock(`${month}T00:00:00.000Z`))
  })
  afterAll(() => database.close())

  const saver = async () => {
    const memberId = await makeMember(database.kysely)
    await openAccounts(database.kysely, memberId, [{ code: 'deposit', asset }])
    return memberId
  }

  /** Posts top-ups, and a deposit of part of every one that says so, at an hour after the beginning. */
  const move = async (db: Db, ownerId: string, hour: number, deposited: readonly boolean[]) => {
    const account = (code: string) => ({ ownerId, code })
    await post(
      db,
      deposited.flatMap((isDeposited) => {
        const of = { asset, ref: `${ownerId}/${reference++}` }
        const topUp = { ...of, debit: { ownerId: null, code: 'world' }, credit: account('recharge'), kind: 'topup' }
        const deposit = { ...of, debit: account('recharge'), credit: account('deposit'), kind: 'deposit' }
        return [{ ...topUp, amount: 1 + (reference % 7) }, ...(isDeposited ? [{ ...deposit, amount: 1 }] : [])]
      }),
      new ManualClock(new Date(begin + hour * hourMs).toISOString()),
    )
  }

  /** What the two functions must give, from every link of the chain. */
  const whole = async (
    memberId: string,
    since: number,
    until: number,
  ): Promise<{ stretch: Stretch; turned: Turned[] }> => {
    const { rows: links } = await sql<Movement>`
      select link.number, (extract(epoch from at) * 1000)::bigint as at, account.code as account,
        case when credit_id = link.account_id then amount else -amount end as change
      from bill_link link
      join transfer on transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
      join account on account.owner_id = link.member_id and account.id = link.account_id where link.member_id = ${memberId} order by number`.execute(
      database.kysely,
    )
    const inside = links.filter((it) => it.at >= since && it.at < until).map((it) => it.number)
    const before = Math.max(0, ...links.filter((it) => it.at < since).map((it) => it.number))
    const stretch =
      inside.length > 0
        ? { first: Math.min(...inside), last: Math.max(...inside) }
        : { first: before + 1, last: before }
    const { rows: accounts } = await sql<{ code: string; asset: string }>`
      select code, asset from account where owner_id = ${memberId} order by id`.execute(database.kysely)
    const upTo = (code: string, number: number) =>
      links.filter((it) => it.account === code && it.number <= number).reduce((sum, it) => sum + it.change, 0)
    return {
      stretch,
      turned: accounts.map(({ code, asset: currency }) => ({
        account: code,
        currency,
        opening: upTo(code, stretch.first - 1),
        closing: upTo(code, stretch.last),
      })),
    }
  }

  test('whatever moved, how late it came and when it was chained: what every link says', async () => {
    const hours = fc.integer({ min: 0, max: 12 * 24 })
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ hour: hours, isDeposited: fc.boolean() }) },
      { weight: 1, arbitrary: fc.constant('chain' as const) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fc.tuple(hours, fc.integer({ min: 1, max: 120 })), { minLength: 4, maxLength: 4 }),
        async (steps, spans) => {
          const memberId = await saver()
          for (const it of steps)
            await database.inTransaction((db) =>
              it === 'chain' ? chainBills(db, memberId) : move(db, memberId, it.hour, [it.isDeposited]),
            )
          await database.inTransaction((db) => chainBills(db, memberId))
          for (const [from, length] of spans) {
            const [since, until] = [begin + from * hourMs, begin + (from + length) * hourMs]
            const found = await stretchOf(database.kysely, memberId, {
              since: new Date(since).toISOString(),
              until: new Date(until).toISOString(),
            })
            const wanted = await whole(memberId, since, until)
            expect(found).toEqual(wanted.stretch)
            expect(await turnedOver(database.kysely, memberId, found)).toEqual(wanted.turned)
          }
        },
      ),
      { numRuns: 25 },
    )
    expect(await reconcile(database.kysely)).toEqual([])

    // A database of before gets the same days from its links.
    // Distributed tables aren't migrated from earlier ones.
    if (isOnCitus) return
    await asOwner(database, async (db) => {
      await sql`drop table bill_day`.execute(db)
      await sql`delete from migration where name in ('152_bill_days.sql', '155_changes_of_bill_days.sql')`.execute(db)
    })
    await migrate(database)
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('a statement of three days reads the links of about as many days, however long the chain is', async () => {
    const days = 60
    const ofDay = 40
    const memberId = await saver()
    await database.inTransaction(async (db) => {
      for (let day = 0; day < days; day++)
        await move(
          db,
          memberId,
          24 * day + 6,
          Array.from({ length: ofDay }, (_, n) => (day < 20 && n < 20) || (day === 50 && n === 0)),
        )
      await chainBills(db, memberId)
    })
    await asOwner(database, (db) => sql`analyze bill_link, bill_day, transfer`.execute(db))
    const read = (db: Db) => rowsRead(db, '^(bill_link|transfer)')
    await database.inTransaction(async (db) => {
      // A connection that ran the statement often keeps a plan for all chains, and these tables are small.
      await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
      const before = await read(db)
      const stretch = await stretchOf(db, memberId, {
        since: new Date(begin + 40 * dayMs + 7 * hourMs).toISOString(),
        until: new Date(begin + 43 * dayMs + 7 * hourMs).toISOString(),
      })
      expect(stretch.last - stretch.first + 1).toBe(3 * ofDay)
      await turnedOver(db, memberId, stretch)
      // Each link of the days at both ends is read with its transfer. Nothing between two days of an account is.
      expect((await read(db)) - before).toBeLessThan(days * ofDay * 0.4)
    })
  })
})
