import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { notify } from '#server/notices/notify.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { openPostgres } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { rowsRead } from '#tests/support/rows-read.ts'

// What other machines read isn't seen there.
test.skipIf(isOnCitus)('telling a member reads neither what they were told before nor other members', async () => {
  const database = await openPostgres()
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  try {
    const { kysely: db } = database
    const memberId = await makeMember(db)
    await asOwner(database, async (tx) => {
      await sql`insert into message (id, member_id, kind, ref, params, route, at)
        select gen_random_uuid(), ${memberId}, 'level_reached', n::text, '{}', null, ${instant(clock)}::timestamptz - interval '1 day'
        from generate_series(1, 800) n`.execute(tx)
      // Others, of whom some have left.
      await sql`create temp table other as select * from member where id = ${memberId}`.execute(tx)
      await sql`insert into member select (jsonb_populate_record(other, jsonb_build_object('id', gen_random_uuid(),
          'phone', '+999' || n, 'invitation_code', 'x' || n,
          'deleted_at', case when n % 100 = 0 then ${instant(clock)}::text end))).*
        from other, generate_series(1, 5000) n`.execute(tx)
    })
    await asOwner(database, (tx) => sql`analyze member, message`.execute(tx))
    for (let told = 0; told < 8; told += 1) {
      clock.advance(1000)
      await database.inTransaction(async (tx) => {
        // The statistics of a session also count what earlier transactions of it have not reported yet.
        const before = await rowsRead(tx, '^(member|message)$')
        const notice = { memberId, kind: 'level_reached', ref: randomUUID(), route: null } as const
        await notify(tx, [{ ...notice, params: { level: 1, points: 7 } }], clock)
        expect((await rowsRead(tx, '^(member|message)$')) - before).toBeLessThan(10)
      })
    }
  } finally {
    await database.close()
  }
})
