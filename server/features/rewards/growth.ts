import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { rechargedBy, teamOf } from '../../db/level-conditions.ts'
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
  // The row of `level_bonus` is what counts: of two at once, the second finds it and posts nothing.
  const { rows } = await sql<Bonus>`
    with ${teamOf(memberId)}, grown as (
      update member set growth = growth + ${by}::bigint,
        level = greatest(level, (select coalesce(max(it.level), 0) from level it where it.growth_needed <= member.growth + ${by}::bigint
          -- Sums are made only where a level asks for them.
          and (it.recharge_needed = 0 or it.recharge_needed <= ${rechargedBy(sql`${memberId}`)})
          and (it.team_size_needed = 0 or it.team_size_needed <= (select size from team))))
      where id = ${memberId} returning level as reached
    ), paid as (
      insert into level_bonus (member_id, level, points, posted_at)
      select ${memberId}::uuid, level, upgrade_bonus_points, ${instant(clock)}::timestamptz
      from grown join level on level <= reached and upgrade_bonus_points > 0
      on conflict (member_id, level) do nothing
      returning level, points
    )
    select level, points, name from paid join level using (level) order by level`.execute(db)
  if (rows.length > 0) await payBonuses(db, memberId, rows, clock)
  return rows.reduce((sum, { points }) => sum + points, 0)
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
