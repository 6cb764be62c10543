import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../clock.ts'
import { knownZone } from '../db/member-zone.ts'
import type { Db } from '../db/open.ts'

/** Pending accounts whose owners are asked for: `from` is included, `to` isn't. */
interface Chunk {
  from: number
  to: number
}

/**
 * SQL of rows (`zone`, `day`): the calendar day of an instant in every time zone that members of a chunk live in. The
 * days are JavaScript's, as those by which bills are listed: PostgreSQL's own time zones may be older or newer.
 */
export async function daysByZone(db: Db, { from, to }: Chunk, at: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from member
    where id in (select owner_id from account where id >= ${from} and id < ${to})`.execute(db)
  const days = JSON.stringify(rows.map(({ zone }) => ({ zone, day: dayIn(knownZone(zone), at) })))
  return sql`jsonb_to_recordset(${days}::text::jsonb) as it(zone text, day date)`
}

/**
 * SQL of the statement that adds paid lines to `income_day`, for a `with` whose `due` has the units (id, member_id,
 * machine_id) and whose `line` has what each was paid. Ordered, so that two settlements lock the rows in one order.
 */
export function addToDays(days: RawBuilder<unknown>, at: string): RawBuilder<unknown> {
  return sql`
    insert into income_day (member_id, day, machine_id, amount)
    select due.member_id, coalesce(days.day, ${at.slice(0, 10)}::date), due.machine_id, sum(line.amount)
    from line join due on due.id = line.unit_id join member on member.id = due.member_id
    left join ${sql`(select * from ${days})`} days on days.zone = member.time_zone
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (member_id, day, machine_id) do update set amount = income_day.amount + excluded.amount`
}
