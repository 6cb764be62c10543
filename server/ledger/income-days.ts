import { sql } from 'kysely'
import { dayIn } from '../clock.ts'
import { knownZone } from '../db/member-zone.ts'
import type { Db } from '../db/open.ts'

/** Pending accounts whose owners are asked for: `from` is included, `to` isn't. */
interface Chunk {
  from: number
  to: number
}

/**
 * The calendar day of an instant in every time zone that members of a chunk live in: `days` stand beside their `zones`.
 * They are JavaScript's, as those by which bills are listed: PostgreSQL's own time zones may be older or newer.
 */
export async function daysByZone(
  db: Db,
  { from, to }: Chunk,
  at: string,
): Promise<{ zones: string[]; days: string[] }> {
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from member
    where id in (select owner_id from account where id >= ${from} and id < ${to} and code = 'pending')`.execute(db)
  const zones = rows.map((it) => it.zone)
  return { zones, days: zones.map((zone) => dayIn(knownZone(zone), at)) }
}
