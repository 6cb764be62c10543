import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { approveTopUp, declineTopUp, takeReport } from '#server/features/wallet/top-up/held.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'

const clock = new ManualClock('2026-11-20T06:00:00.000Z')
const by = { name: 'Budi', account: null }

/** Puts back what was there before migration 225. */
const before = `
drop table incoming_payment;
alter table top_up drop constraint top_up_member_id_source_external_id_key, add unique (source, external_id);
alter table held_top_up drop constraint held_top_up_member_id_source_external_id_key, add unique (source, external_id);
delete from migration where name like '225_%'`

describe.each(databases)('payments from outside, on $name', ({ open }) => {
  test('are credited or held once, also by two servers that differ in what to do with them', async () => {
    const database = await open()
    try {
      const { kysely: db } = database
      await db
        .insertInto('feedSource')
        .values({ name: 'bank', scopes: '["top-ups"]', itemsAnHour: 1, moneyAnHour: 1 })
        .execute()
      const memberId = await makeMember(db)
      const payment = { source: 'bank', memberId, currency: 'USD', receivedAt: instant(clock) }
      for (const externalId of ['a', 'b', 'c']) {
        const large = { ...payment, externalId, amount: 200_000 }
        const answers = await Promise.all(
          [takeReport, creditTopUp, takeReport, creditTopUp].map((take) =>
            database.inTransaction((tx) => take(tx, large, clock)),
          ),
        )
        expect(answers.filter((it) => it.counted)).toHaveLength(1)
        expect(new Set(answers.map((it) => it.id)).size).toBe(1)
      }
      const { rows } = await sql<{ id: string }>`
        select external_id as id from top_up union all select external_id from held_top_up
        union all select external_id from incoming_payment order by 1`.execute(db)
      expect(rows.map((it) => it.id)).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
      const other = { ...payment, memberId: await makeMember(db), externalId: 'a', amount: 200_000 }
      for (const take of [takeReport, creditTopUp])
        await expect(database.inTransaction((tx) => take(tx, other, clock))).rejects.toMatchObject({
          code: 'key_reused',
        })
      expect((await balances(db, other.memberId))['recharge']).toBe(0)
      expect(await reconcile(db)).toEqual([])
    } finally {
      await database.close()
    }
  })

  // The keys of before don't begin with the member.
  test.skipIf(isOnCitus)(
    'of before are known, whatever became of them, and one that is known and is nowhere is a fault of the books',
    async () => {
      const database = await open()
      try {
        const { kysely: db } = database
        await db
          .insertInto('feedSource')
          .values({ name: 'bank', scopes: '["top-ups"]', itemsAnHour: 1, moneyAnHour: 1 })
          .execute()
        const memberId = await makeMember(db)
        const take = (externalId: string, amount: number) => {
          const payment = { source: 'bank', externalId, memberId, amount, currency: 'USD', receivedAt: instant(clock) }
          return database.inTransaction((tx) => takeReport(tx, payment, clock))
        }
        const amounts = { small: 100, waiting: 200_000, approved: 200_001, declined: 200_002, both: 200_003 }
        const taken = async () => {
          const answers = []
          for (const [id, amount] of Object.entries(amounts)) answers.push(await take(id, amount))
          return answers
        }
        await taken()
        await database.inTransaction((tx) => approveTopUp(tx, { source: 'bank', externalId: 'approved', by }, clock))
        await database.inTransaction((tx) =>
          declineTopUp(tx, { source: 'bank', externalId: 'declined', by, reason: 'No' }, clock),
        )
        await asOwner(database, (tx) =>
          tx
            .updateTable('member')
            .set({ deletedAt: instant(clock) })
            .where('id', '=', memberId)
            .execute(),
        )
        await take('unowned', 300)
        const [known, answers] = [await payments(), await taken()]
        expect(answers.map((it) => it.counted)).toEqual([false, false, false, false, false])
        await asOwner(database, (tx) => sql.raw(before).execute(tx))
        // As two servers with different settings left it.
        await sql`insert into top_up (id, member_id, source, external_id, amount, currency, received_at, credited_at)
        select id, member_id, source, external_id, amount, currency, received_at, held_at from held_top_up
        where external_id = 'both'`.execute(db)
        await migrate(database)
        expect(await payments()).toEqual(known)
        expect(known).toHaveLength(6)
        expect((await taken()).slice(0, -1)).toEqual(answers.slice(0, -1))
        const waits = db.selectFrom('heldTopUp').select('externalId').where('state', '=', 'waiting')
        expect(await waits.execute()).toEqual([{ externalId: 'waiting' }])
        expect(await take('unowned', 300)).toMatchObject({ counted: false, isUnowned: true })
        expect(await reconcile(db)).toEqual([])
        await db.insertInto('incomingPayment').values({ source: 'bank', externalId: 'lost', memberId }).execute()
        const found = { check: 'transfer was credited', subject: 'bank lost', expected: 1, found: 0 }
        expect(await reconcile(db)).toEqual([found])

        async function payments() {
          return await db.selectFrom('incomingPayment').selectAll().orderBy('externalId').execute()
        }
      } finally {
        await database.close()
      }
    },
  )
})
