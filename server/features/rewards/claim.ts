import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { atOnce } from '../../db/at-once.ts'
import { instant } from '../../clock.ts'
import { claimsOf, growthOfClaim } from '../../db/claims.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { settledBefore } from '../../ledger/settle.ts'
import { grow } from './growth.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

export interface Claimed {
  amount: number
  currency: string
  units: number
  machines: number
  /** Of the ledger's transfer into the income wallet. */
  transferId: number
  incomeBalance: number
}

/**
 * Moves what is settled and unclaimed, of one unit or of all, from pending to the income wallet: one transfer a claim.
 * Throws a DomainError where there is nothing, or the unit is not the member's.
 */
export async function claimIncome(
  db: Db,
  { memberId, unitId }: { memberId: string; unitId: string | null },
  clock: Clock,
): Promise<Claimed> {
  const { amount, units, machines, transferId, incomeBalance } = await moveIncome(
    db,
    { memberId, unitId, before: null },
    clock,
  )
  if (transferId === undefined) throw new DomainError('nothing_to_claim')
  return { amount, currency, units, machines, transferId, incomeBalance }
}

export interface Received {
  currency: string
  moved: number
  toTransfer: number
  transferred: number
  incomeBalance: number
}

/**
 * Moves what was settled before an instant into the income wallet and gives the balances. Moving nothing is no error.
 */
export async function receiveIncome(
  db: Db,
  { memberId, before }: { memberId: string; before: string },
  clock: Clock,
): Promise<Received> {
  const { amount, claimedBefore, incomeBalance } = await moveIncome(db, { memberId, unitId: null, before }, clock)
  return {
    currency,
    moved: amount,
    toTransfer: await balanceOf(db, accountOf(memberId, 'pending')),
    transferred: claimedBefore + amount,
    incomeBalance,
  }
}

const accountOf = (ownerId: string, code: 'pending' | 'income') => ({ ownerId, code, asset: currency })

interface Wanted {
  memberId: string
  unitId: string | null
  before: string | null
}

/**
 * What one claim took: minor units, and of how many units and machines. `kept` is that of orders not cancelled.
 * `claimedBefore` and `keptBefore` are the same of earlier claims, the latter less what was taken back.
 */
interface Taken {
  amount: number
  kept: number
  units: number
  machines: number
  claimedBefore: number
  keptBefore: number
}

async function moveIncome(
  db: Db,
  { memberId, unitId, before }: Wanted,
  clock: Clock,
): Promise<Taken & { transferId: number | undefined; incomeBalance: number }> {
  const id = randomUUID()
  const [, taken] = await atOnce([
    lockMember(db, memberId),
    takeLines(db, { id, memberId, unitId, before }, clock),
    unitId !== null && rejectForeign(db, memberId, unitId),
  ])
  const { amount, kept, keptBefore, units } = taken
  const income = accountOf(memberId, 'income')
  if (amount === 0) return { ...taken, transferId: undefined, incomeBalance: await balanceOf(db, income) }
  const transfer = {
    debit: accountOf(memberId, 'pending'),
    credit: income,
    amount,
    asset: currency,
    kind: 'income_claim',
    ref: id,
    memo: unitId === null ? { units } : { unitId },
  }
  const [[transferId], incomeBalance] = await atOnce([
    post(db, [transfer], clock),
    balanceOf(db, income),
    db
      .insertInto('claim')
      .values({ id, memberId, unitId, amount, currency, units, claimedAt: instant(clock) })
      .execute(),
    grow(db, memberId, growthOfClaim(keptBefore, kept), clock),
  ])
  return { ...taken, transferId, incomeBalance }
}

async function rejectForeign(db: Db, memberId: string, unitId: string): Promise<void> {
  const own = await db
    .selectFrom('unit')
    .select('id')
    .where('id', '=', unitId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if (!own) throw new DomainError('not_found')
}

/**
 * Marks lines as claimed and sums them in one statement: two claims at once can't take the same line. Another statement
 * notes the claim: one that changes two tables would be carried out by all nodes of a cluster (docs/scale.md).
 */
async function takeLines(
  db: Db,
  { id, memberId, unitId, before }: Wanted & { id: string },
  clock: Clock,
): Promise<Taken> {
  const pendingAccount = sql`(
    select id from account where owner_id = ${memberId}::uuid and code = 'pending' and asset = ${currency})`
  const { rows } = await sql<Taken>`
    with taken as (
      update settlement_line set claim_id = ${id}::uuid, claimed_at = ${instant(clock)}::timestamptz
      where member_id = ${memberId}::uuid and claimed_at is null
        and (${unitId}::uuid is null or unit_id = ${unitId}::uuid)
        ${before === null ? sql`` : sql`and ${settledBefore(before, pendingAccount)}`}
      returning unit_id, amount
    ), summed as (
      select coalesce(sum(amount), 0)::bigint as amount,
        coalesce(sum(amount) filter (where unit.status <> 'cancelled'), 0)::bigint as kept,
        count(distinct unit_id)::int as units, count(distinct unit.machine_id)::int as machines
      from taken join unit on unit.member_id = ${memberId}::uuid and unit.id = taken.unit_id
    )
    select summed.*, earlier.claimed as claimed_before, earlier.kept as kept_before
    from summed cross join (${claimsOf(memberId, id)}) earlier`.execute(db)
  return rows[0] ?? { amount: 0, kept: 0, units: 0, machines: 0, claimedBefore: 0, keptBefore: 0 }
}
