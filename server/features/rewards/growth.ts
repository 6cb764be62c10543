import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Adds growth points to a member and raises their level when they suffice; a level never falls. */
export async function grow(db: Db, memberId: string, by: number): Promise<void> {
  await sql`
    update member set growth = growth + ${by}::bigint,
      level = greatest(level, (select coalesce(max(level.level), 0) from level
        where level.growth_needed <= member.growth + ${by}::bigint))
    where id = ${memberId}`.execute(db)
}
