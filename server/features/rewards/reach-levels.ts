import { sql } from 'kysely'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { conditionsMet, grow } from './growth.ts'

/** Members a look at the table, each served in a transaction of their own. */
const atOnce = 500

/**
 * Raises who meets a level's conditions by anything else than growth (a top-up, a team, a table that the operator
 * changed), and pays the gold coins of levels that were reached before they were paid.
 */
export async function reachLevels({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  let ids = await membersDue(database.kysely, null)
  while (ids.length > 0) {
    for (const id of ids)
      await database.inTransaction(async (db) => {
        await lockMember(db, id)
        await grow(db, id, 0, clock)
      })
    ids = await membersDue(database.kysely, ids.at(-1) ?? null)
  }
}

async function membersDue(db: Db, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member.id from member
    where deleted_at is null and (${after}::uuid is null or id > ${after}::uuid) and (
      exists (select from level it where it.level > member.level and ${conditionsMet()})
      or exists (select from level it where it.level <= member.level and it.upgrade_bonus_points > 0
        and not exists (select from level_bonus paid where paid.member_id = member.id and paid.level = it.level)))
    order by id limit ${atOnce}`.execute(db)
  return rows.map((it) => it.id)
}
