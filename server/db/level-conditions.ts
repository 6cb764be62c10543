import { sql, type RawBuilder } from 'kysely'
import type { Db } from './open.ts'

/** SQL: all that a member ever topped up, less what was taken back of it, in minor units. */
export function rechargedBy(memberId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
  select coalesce(sum(amount), 0)::bigint - coalesce((select sum(reversal.amount) from reversal
    join top_up wrong on wrong.id = reversal.top_up_id where wrong.member_id = ${memberId}
      and not exists (select 1 from reversal_undone where reversal_id = reversal.id)), 0)::bigint
  from top_up where top_up.member_id = ${memberId})`
}

/**
 * How many each member invited directly, or by one of those; who has left counts no more. A member without a team is
 * missing. Asks every node of a cluster: call it only where a level asks for a team.
 */
export async function teamSizes(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  // Direct and indirect members are read one after the other: their rows may lie on other nodes than the inviter's.
  const { rows } = await sql<{ id: string; size: number }>`
    with direct as (
      select id, invited_by, deleted_at from member where invited_by = any(${[...ids]}::uuid[])
    ), indirect as (
      select invited_by, count(*) as size from member
      where deleted_at is null and invited_by = any(array(select id from direct)) group by invited_by
    )
    select direct.invited_by as id,
      (count(*) filter (where direct.deleted_at is null) + coalesce(sum(indirect.size), 0))::bigint as size
    from direct left join indirect on indirect.invited_by = direct.id group by direct.invited_by`.execute(db)
  return new Map(rows.map((it) => [it.id, it.size]))
}
