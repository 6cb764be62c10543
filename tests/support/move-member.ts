import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { runAsOwner } from '#tests/support/as-owner.ts'

/** Gives a member another time zone, which the server itself may not do. */
export async function moveMember(db: Db, memberId: string, timeZone: string): Promise<void> {
  await runAsOwner(db, sql`update member set time_zone = ${sql.lit(timeZone)} where id = ${sql.lit(memberId)}`)
}
