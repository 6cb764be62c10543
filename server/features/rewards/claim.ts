import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { accountOf, balanceOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { settledBefore } from '../../ledger/settle.ts'
import { grow } from './growth.ts'
import { growthOfClaim } from './rules.ts'
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
  await lockMember(db, memberId)
  if (unitId !== null) await rejectForeign(db, memberId, unitId)
  const { amount, units, machines, transferId } = await moveIncome(db, { memberId, unitId, before: null }, clock)
  if (transferId === undefined) throw new DomainError('nothing_to_claim')
  return { amount, currency, units, machines, transferId, incomeBalance: await balanceOf(db, incomeOf(memberId)) }
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
  await lockMember(db, memberId)
  const { pending, amount } = await moveIncome(db, { memberId, unitId: null, before }, clock)
  return {
    currency,
    moved: amount,
    toTransfer: await balanceOf(db, pending),
    transferred: await claimedBefore(db, memberId),
    incomeBalance: await balanceOf(db, incomeOf(memberId)),
  }
}

const incomeOf = (memberId: string) => ({ ownerId: memberId, code: 'income', asset: currency })

interface Wanted {
  memberId: string
  unitId: string | null
  before: string | null
}

/** What one claim took: minor units, and of how many units and machines. `kept` is that of orders not cancelled. */
interface Taken {
  amount: number
  kept: number
  units: number
  machines: number
}

async function moveIncome(
  db: Db,
  { memberId, unitId, before }: Wanted,
  clock: Clock,
): Promise<Taken & { pending: number; transferId: number | undefined }> {
  const pending = await accountOf(db, { ownerId: memberId, code: 'pending', asset: currency })
  const id = randomUUID()
  const taken = await takeLines(db, { id, pending, unitId, before }, clock)
  const { amount, kept, units } = taken
  let transferId: number | undefined
  if (amount > 0) {
    const claimed = await claimedBefore(db, memberId)
    await db
      .insertInto('claim')
      .values({ id, memberId, unitId, amount, currency, units, claimedAt: instant(clock) })
      .execute()
    ;[transferId] = await post(
      db,
      [
        {
          debit: pending,
          credit: incomeOf(memberId),
          amount,
          asset: currency,
          kind: 'income_claim',
          ref: id,
          memo: unitId === null ? { units } : { unitId },
        },
      ],
      clock,
    )
    await grow(db, memberId, growthOfClaim(claimed, kept), clock)
  }
  return { pending, ...taken, transferId }
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

/** Marks lines as claimed in one statement and sums them: two claims at once can't take the same line. */
async function takeLines(
  db: Db,
  { id, pending, unitId, before }: { id: string; pending: number; unitId: string | null; before: string | null },
  clock: Clock,
): Promise<Taken> {
  const { rows } = await sql<Taken>`
    with taken as (
      update settlement_line set claim_id = ${id}::uuid, claimed_at = ${instant(clock)}::timestamptz
      where account_id = ${pending}::bigint and claimed_at is null
        and (${unitId}::uuid is null or unit_id = ${unitId}::uuid)
        ${before === null ? sql`` : sql`and ${settledBefore(before)}`}
      returning unit_id, amount
    )
    select coalesce(sum(amount), 0)::bigint as amount,
      coalesce(sum(amount) filter (where unit.status <> 'cancelled'), 0)::bigint as kept, count(distinct unit_id)::int as units,
      count(distinct unit.machine_id)::int as machines
    from taken join unit on unit.id = taken.unit_id`.execute(db)
  return rows[0] ?? { amount: 0, kept: 0, units: 0, machines: 0 }
}

async function claimedBefore(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{
    amount: number
  }>`select coalesce(sum(amount), 0)::bigint as amount from claim where member_id = ${memberId}`.execute(db)
  return rows[0]?.amount ?? 0
}
