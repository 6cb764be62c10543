import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { rechargedBy, teamSizes } from '../../db/level-conditions.ts'
import type { Db } from '../../db/open.ts'
import { house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { notify } from '../../notices/notify.ts'

/**
 * Adds growth points to a member and raises them to the highest level whose conditions they meet; a level never falls.
 * Each level up to it that never brought its gold coins does so now, also one that was passed over. Gives how many
 * coins that were.
 */
export async function grow(db: Db, memberId: string, by: number, clock: Clock): Promise<number> {
  const grown = await raise(db, memberId, { by, team: 0 }, clock)
  // Counting a team asks every node of a cluster: only where nothing else is missing for a level.
  const team = grown.wantsTeam ? (await teamSizes(db, [memberId])).get(memberId) : undefined
  const bonuses =
    team === undefined
      ? grown.bonuses
      : [...grown.bonuses, ...(await raise(db, memberId, { by: 0, team }, clock)).bonuses]
  if (bonuses.length > 0) await payBonuses(db, memberId, bonuses, clock)
  return bonuses.reduce((sum, { points }) => sum + points, 0)
}

/** Adds growth and raises the level of who has a team of at least `team`. Gives what levels bring, lowest first. */
async function raise(
  db: Db,
  memberId: string,
  { by, team }: { by: number; team: number },
  clock: Clock,
): Promise<{ bonuses: Bonus[]; wantsTeam: boolean }> {
  const { rows } = await sql<{ brings: boolean; wantsTeam: boolean }>`
    update member set growth = growth + ${by}::bigint,
      level = greatest(level, (select coalesce(max(it.level), 0) from level it
        where ${isMet(sql`member.growth + ${by}::bigint`, memberId)} and it.team_size_needed <= ${team}))
    where id = ${memberId}
    returning exists (select 1 from level it where it.level <= member.level and it.upgrade_bonus_points > 0
        and not exists (select 1 from level_bonus paid where paid.member_id = ${memberId} and paid.level = it.level)) as brings,
      exists (select 1 from level it where it.level > member.level and it.team_size_needed > ${team}
        and ${isMet(sql`member.growth`, memberId)}) as wants_team`.execute(db)
  const { brings = false, wantsTeam = false } = rows[0] ?? {}
  return { bonuses: brings ? await bonusesOf(db, memberId, clock) : [], wantsTeam }
}

/** Notes what the levels that a member has reached bring, and never brought them. */
async function bonusesOf(db: Db, memberId: string, clock: Clock): Promise<Bonus[]> {
  // The row of `level_bonus` is what counts: of two at once, the second finds it and posts nothing.
  const { rows } = await sql<Bonus>`
    with paid as (
      insert into level_bonus (member_id, level, points, posted_at)
      select member.id, it.level, it.upgrade_bonus_points, ${instant(clock)}::timestamptz
      from member join level it on it.level <= member.level and it.upgrade_bonus_points > 0
      where member.id = ${memberId}
      on conflict (member_id, level) do nothing
      returning level, points
    )
    select level, points, name from paid join level using (level) order by level`.execute(db)
  return rows
}

/** SQL: whether a level's conditions are met, but for its team. What was topped up is summed only where it asks. */
function isMet(growth: RawBuilder<number>, memberId: string): RawBuilder<boolean> {
  return sql`it.growth_needed <= ${growth}
    and (it.recharge_needed = 0 or it.recharge_needed <= ${rechargedBy(sql`${memberId}`)})`
}

interface Bonus {
  level: number
  points: number
  name: string
}

async function payBonuses(db: Db, memberId: string, bonuses: readonly Bonus[], clock: Clock): Promise<void> {
  await post(
    db,
    bonuses.map((it) => ({
      debit: house('mint'),
      credit: { ownerId: memberId, code: 'gold' },
      amount: it.points,
      asset: 'GOLD',
      kind: 'level_bonus',
      ref: `${memberId}:${it.level}`,
      memo: { subject: it.name },
    })),
    clock,
  )
  await notify(
    db,
    bonuses.map(({ level: reached, points }) => ({
      memberId,
      kind: 'level_reached' as const,
      ref: String(reached),
      params: { level: reached, points },
      route: '/pages/my/equity',
    })),
    clock,
  )
}
