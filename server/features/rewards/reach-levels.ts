import { sql, type RawBuilder, type Selectable } from 'kysely'
import { instant } from '../../clock.ts'
import { rechargedBy, teamSizes } from '../../db/level-conditions.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Database, Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { grow } from './growth.ts'

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
  const { kysely } = database
  const levels = await kysely
    .selectFrom('level')
    .select(['level', 'growthNeeded', 'rechargeNeeded', 'teamSizeNeeded'])
    .execute()
  let looked = await candidates(kysely, among, null)
  while (looked.length > 0) {
    for (const id of await dueOf(kysely, looked, levels))
      await database.inTransaction(async (db) => {
        // Who has left since they were read gets no coins.
        if ((await lockMember(db, id)).deletedAt === null) await grow(db, id, 0, clock)
      })
    looked = await candidates(kysely, among, looked.at(-1)?.id ?? null)
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
    union select id from member where joined_at ${lately}
    union select invited_by from member where joined_at ${lately}
    union select invited_by from member
    where id = any(array(select invited_by from member where joined_at ${lately})))`
}

interface Candidate {
  id: string
  level: number
  growth: number
  recharged: number
  /** Whether a level that they have never brought its gold coins. */
  isOwed: boolean
}

/** Members who have growth enough for a level above theirs, or are owed gold coins. */
async function candidates(db: Db, among: RawBuilder<unknown>, after: string | null): Promise<Candidate[]> {
  const brings = sql`it.level <= member.level and it.upgrade_bonus_points > 0`
  const isOwed = sql`(select count(*) from level it where ${brings}) > (
    select count(*) from level_bonus paid join level it using (level) where paid.member_id = member.id and ${brings})`
  const { rows } = await sql<Candidate>`
    select member.id, member.level, member.growth, ${rechargedBy(sql`member.id`)} as recharged, ${isOwed} as is_owed
    from member
    where deleted_at is null and ${among} and (${after}::uuid is null or id > ${after}::uuid) and (${isOwed}
      or exists (select 1 from level it where it.level > member.level and it.growth_needed <= member.growth))
    order by id limit ${atOnce}`.execute(db)
  return rows
}

type Conditions = Pick<Selectable<Schema['level']>, 'level' | 'growthNeeded' | 'rechargeNeeded' | 'teamSizeNeeded'>

/** Those who are owed gold coins, or meet all conditions of a level. Teams are counted only where a level asks. */
async function dueOf(db: Db, members: readonly Candidate[], levels: readonly Conditions[]): Promise<string[]> {
  const meets = (it: Candidate, hasTeam: (size: number) => boolean) =>
    levels.some(
      ({ level, growthNeeded, rechargeNeeded, teamSizeNeeded }) =>
        level > it.level &&
        growthNeeded <= it.growth &&
        (rechargeNeeded === 0 || rechargeNeeded <= it.recharged) &&
        (teamSizeNeeded === 0 || hasTeam(teamSizeNeeded)),
    )
  const isUnclear = (it: Candidate) => !it.isOwed && !meets(it, () => false) && meets(it, () => true)
  const sizes = await teamSizes(
    db,
    members.filter(isUnclear).map(({ id }) => id),
  )
  return members
    .filter((it) => it.isOwed || meets(it, (needed) => needed <= (sizes.get(it.id) ?? 0)))
    .map(({ id }) => id)
}
