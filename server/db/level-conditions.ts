import { sql, type RawBuilder } from 'kysely'

/** SQL: all that a member ever topped up, less what was taken back of it, in minor units. */
export function rechargedBy(memberId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
  select coalesce(sum(amount), 0)::bigint - coalesce((select sum(reversal.amount) from reversal
    join top_up wrong on wrong.id = reversal.top_up_id where wrong.member_id = ${memberId}
      and not exists (select 1 from reversal_undone where reversal_id = reversal.id)), 0)::bigint
  from top_up where top_up.member_id = ${memberId})`
}

/**
 * SQL of a first part `team` of a statement, with the column `size`: how many a member invited directly, or by one of
 * those; who has left counts no more. Others' rows lie elsewhere than the member's, so that it stands by itself.
 */
export function teamOf(memberId: string): RawBuilder<unknown> {
  return sql`team as (
    select (select count(*) from member direct where direct.invited_by = ${memberId} and direct.deleted_at is null)
      + (select count(*) from member indirect where indirect.deleted_at is null and indirect.invited_by = any(
        array(select direct.id from member direct where direct.invited_by = ${memberId}))) as size)`
}
