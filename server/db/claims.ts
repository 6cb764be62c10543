import { sql, type RawBuilder } from 'kysely'

/** What a member claimed, in minor units, and how much of it is `kept`: income of cancelled orders brought nothing. */
export interface Claims {
  claimed: number
  kept: number
}

/**
 * SQL of one row of Claims. `except` is a claim that is being noted by the query around: a distributed PostgreSQL may
 * show it already.
 */
export function claimsOf(memberId: string, except: string | null = null): RawBuilder<Claims> {
  return sql`select total.claimed, total.claimed - cancelled.claimed as kept
    from (
      select coalesce(sum(amount), 0)::bigint as claimed from claim
      where member_id = ${memberId}::uuid and id is distinct from ${except}::uuid
    ) total cross join (
      select coalesce(sum(line.amount), 0)::bigint as claimed
      from unit join settlement_line line on line.account_id = unit.pending_account_id and line.unit_id = unit.id
      where unit.member_id = ${memberId}::uuid and unit.status = 'cancelled'
        and line.claim_id is not null and line.claim_id is distinct from ${except}::uuid
    ) cancelled`
}
