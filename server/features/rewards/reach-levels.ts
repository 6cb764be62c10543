import { sql, type RawBuilder } from 'kysely'
import { instant } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Database, Db } from '../../db/open.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { conditionsMet, grow } from './growth.ts'

type Deps = Pick<JobDeps, 'database' | 'clock'>

/** Members a look at the table, each served in a transaction of their own. */
const atOnce = 500
/** A top-up says when it was credited, and is seen once that was committed; clocks of servers differ, too. */
const overlapMs = 3_600_000

/** By which table of levels this process has looked last, and when. */
const lastLooks = new WeakMap<Database, { levels: string; at: number }>()

/**
 * Raises who meets a level's conditions by anything else than growth, and pays gold coins that a level still owes.
 * Looks at members who may have changed since this process has last looked: a top-up, somebody new in their team,
 * themselves new. Looks at all where it hasn't looked yet, and where the operator has changed the table of levels.
 */
export async function reachLevels({ database, clock }: Deps): Promise<void> {
  const [at, levels, last] = [clock.now(), await versionOfLevels(database.kysely), lastLooks.get(database)]
  const among = last?.levels === levels ? changedSince(instant(last.at - overlapMs), instant(at)) : everybody
  await raise({ database, clock }, among)
  lastLooks.set(database, { levels, at })
}

/** The same for all members. Finds nobody, unless rows were put in by hand or a clock was wrong. */
export async function reachAllLevels(deps: Deps): Promise<void> {
  await raise(deps, everybody)
}

async function raise({ database, clock }: Deps, among: RawBuilder<unknown>): Promise<void> {
  let ids = await membersDue(database.kysely, among, null)
  while (ids.length > 0) {
    for (const id of ids)
      await database.inTransaction(async (db) => {
        // Who has left since they were read gets no coins.
        if ((await lockMember(db, id)).deletedAt === null) await grow(db, id, 0, clock)
      })
    ids = await membersDue(database.kysely, among, ids.at(-1) ?? null)
  }
}

/** Another one after each change: the transactions that wrote the rows. */
async function versionOfLevels(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select string_agg(xmin::text, ' ' order by level) as version from level`.execute(db)
  return rows[0]?.version ?? ''
}

const everybody = sql`true`

/** SQL: who may have reached a level since. Reversals and members who leave only take away from what is asked for. */
function changedSince(since: string, until: string): RawBuilder<unknown> {
  const lately = sql`between ${since}::timestamptz and ${until}::timestamptz`
  return sql`id in (
    select member_id from top_up where credited_at ${lately}
    union
    select member_id from reversal_undone undone join reversal on reversal.id = undone.reversal_id
      join top_up wrong on wrong.id = reversal.top_up_id where undone.at ${lately}
    union
    select unnest(array[joined.id, joined.invited_by, inviter.invited_by])
    from member joined left join member inviter on inviter.id = joined.invited_by where joined.joined_at ${lately})`
}

async function membersDue(db: Db, among: RawBuilder<unknown>, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member.id from member
    where deleted_at is null and ${among} and (${after}::uuid is null or id > ${after}::uuid) and (
      exists (select 1 from level it where it.level > member.level and ${conditionsMet()})
      or exists (select 1 from level it where it.level <= member.level and it.upgrade_bonus_points > 0
        and not exists (select 1 from level_bonus paid where paid.member_id = member.id and paid.level = it.level)))
    order by id limit ${atOnce}`.execute(db)
  return rows.map((it) => it.id)
}
