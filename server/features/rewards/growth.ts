import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Lets a member grow by their own use, and lifts them to the level they have reached; nobody falls back. */
export async function grow(db: Db, memberId: string, by: number): Promise<void> {
  await sql`
    update member set growth = growth + ${by}::bigint,
      level = greatest(level, (select coalesce(max(level.level), 0) from level where level.growth_needed <= member.growth + ${by}::bigint))
    where id = ${memberId}`.execute(db)
}
