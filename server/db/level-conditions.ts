import { sql } from 'kysely'

/** SQL: all that `member` ever topped up, less what was taken back of it, in minor units. */
export const recharged = sql<number>`(
  select coalesce(sum(amount), 0)::bigint - coalesce((select sum(reversal.amount) from reversal
    join top_up wrong on wrong.id = reversal.top_up_id where wrong.member_id = member.id
      and not exists (select 1 from reversal_undone where reversal_id = reversal.id)), 0)::bigint
  from top_up where top_up.member_id = member.id)`

/** SQL: how many `member` invited directly, or by one of those; who has left counts no more. */
export const teamSize = sql<number>`(
  select count(direct.id) filter (where direct.deleted_at is null)
    + coalesce(sum((select count(*) from member indirect
        where indirect.invited_by = direct.id and indirect.deleted_at is null)), 0)::bigint
  from member direct where direct.invited_by = member.id)`
