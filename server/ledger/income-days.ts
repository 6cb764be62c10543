import { dayIn } from '../clock.ts'
import { knownZone } from '../db/member-zone.ts'
import type { Db } from '../db/open.ts'

/** Every time zone that members live in. Who has a unit keeps theirs, so that it is read once for a period. */
export async function zonesOfMembers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('member').select('timeZone').distinct().execute()
  return rows.map((it) => it.timeZone)
}

/**
 * The calendar day of an instant in those of the zones where it isn't that of UTC: `days` stand beside their `zones`.
 * They are JavaScript's, as those by which bills are listed: PostgreSQL's own time zones may be older or newer.
 */
export function daysByZone(timeZones: readonly string[], at: string): { zones: string[]; days: string[] } {
  const others = timeZones
    .map((zone) => ({ zone, day: dayIn(knownZone(zone), at) }))
    .filter((it) => it.day !== at.slice(0, 10))
  return { zones: others.map((it) => it.zone), days: others.map((it) => it.day) }
}
