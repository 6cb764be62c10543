import { dayIn } from '../clock.ts'
import { knownZone } from '../db/member-zone.ts'
import type { Db } from '../db/open.ts'

/**
 * Every time zone that members live in. Who has a unit keeps theirs, so that it is read once for all chunks of a period.
 */
export async function zonesOfMembers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('member').select('timeZone').distinct().execute()
  return rows.map((it) => it.timeZone)
}

/**
 * The calendar day of an instant in each of the zones, in their order. The days are JavaScript's, as those by which
 * bills are listed: PostgreSQL's own time zones may be older or newer.
 */
export function daysIn(zones: readonly string[], at: string): string[] {
  return zones.map((zone) => dayIn(knownZone(zone), at))
}
