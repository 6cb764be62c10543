import { sql, type RawBuilder } from 'kysely'
import type { Db } from './open.ts'

/**
 * What a member claimed, in minor units, and how much of it is `kept`: income of cancelled orders brought nothing, nor
 * did what was taken back. `kept` is below 0 where what was taken back waits to be claimed.
 */
export interface Claims {
  claimed: number
  kept: number
}

/**
 * SQL of one row of Claims. `except` is a claim that is being noted by the query around: a distributed PostgreSQL may
 * show it already.
 */
export function claimsOf(memberId: string, except: string | null = null): RawBuilder<Claims> {
  return sql`select total.claimed, total.claimed - cancelled.claimed - back.amount as kept
    from (
      select coalesce(sum(amount), 0)::bigint as claimed from claim
      where member_id = ${memberId}::uuid and id is distinct from ${except}::uuid
    ) total cross join (
      select coalesce(sum(line.amount), 0)::bigint as claimed
      from unit join settlement_line line on line.member_id = unit.member_id and line.unit_id = unit.id
      where unit.member_id = ${memberId}::uuid and unit.status = 'cancelled'
        and line.claim_id is not null and line.claim_id is distinct from ${except}::uuid
    ) cancelled cross join (
      select coalesce(sum(taken.amount), 0)::bigint as amount
      from income_reversal taken join unit on unit.id = taken.unit_id and unit.member_id = taken.member_id
      where taken.member_id = ${memberId}::uuid and unit.status <> 'cancelled'
    ) back`
}

/** What a member has claimed and keeps, in minor units; below 0 where what was taken back waits to be claimed. */
export async function keptClaims(db: Db, memberId: string): Promise<number> {
  const { rows } = await claimsOf(memberId).execute(db)
  return rows[0]?.kept ?? 0
}

/**
 * Growth points for a claim: one for every whole major unit (100 minor units), counted over all claims together, so
 * that many small claims give as much as a large one. What isn't kept isn't counted, in `before` neither (decision
 * 75). Only a member's own use gives growth points.
 */
export function growthOfClaim(before: number, amount: number): number {
  return wholeUnits(before + amount) - wholeUnits(before)
}

const wholeUnits = (kept: number): number => Math.floor(Math.max(kept, 0) / 100)

/**
 * Takes back the growth of claims that brought nothing in the end, and gives how many points that were. A level that
 * was reached stays, and so do its coins. The member is locked by the caller, so that a claim under way is waited for.
 */
export async function takeGrowthBack(
  db: Db,
  memberId: string,
  { keptBefore, kept }: { keptBefore: number; kept: number },
): Promise<number> {
  const growth = growthOfClaim(kept, keptBefore - kept)
  if (growth === 0) return 0
  await db
    .updateTable('member')
    .set({ growth: sql<number>`greatest(growth - ${growth}::bigint, 0)` })
    .where('id', '=', memberId)
    .execute()
  return growth
}
