import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { dayIn, instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import { notify } from '../../notices/notify.ts'
import { mondayOn } from '../../db/weeks.ts'
import { newestOf } from './contracts.ts'

const route = '/subPages/contract/view'

/** A review of a submission. The member is told `remark`, which a return must have. */
export interface Review {
  memberId: string
  version: number
  approve: boolean
  remark: string | null
}

/**
 * Reviews a submission once. Throws a DomainError where it is not the newest, was reviewed before, or is returned
 * without a remark.
 */
export async function reviewContract(
  db: Db,
  { memberId, version, approve, remark }: Review,
  clock: Clock,
): Promise<void> {
  if (!approve && !remark) throw new DomainError('bad_request', { field: 'remark', problem: 'must say why' })
  const reviewed = await db
    .updateTable('contract')
    .set({ state: approve ? 'approved' : 'returned', reviewedAt: instant(clock), remark })
    .where('memberId', '=', memberId)
    .where('version', '=', version)
    .where('state', '=', 'submitted')
    .returning('version')
    .executeTakeFirst()
  if (!reviewed) throw new DomainError('not_found')
  await notify(
    db,
    [
      approve
        ? { memberId, kind: 'contract_approved', ref: String(version), params: { version }, route }
        : { memberId, kind: 'contract_returned', ref: String(version), params: { remark: remark ?? '' }, route },
    ],
    clock,
  )
}

/**
 * Ends a member's contract after this week, or with its term where that comes first, and tells the member. Weeks that
 * are over stay owed. Throws a DomainError where none is running.
 */
export async function endContract(db: Db, memberId: string, clock: Clock): Promise<void> {
  const newest = await newestOf(db, memberId, 'approved')
  if (!newest || newest.endedOn !== null) throw new DomainError('not_found')
  const today = dayIn(await zoneOfOperator(db), clock.now())
  const sunday = dayIn('UTC', Date.parse(`${mondayOn(today)}T00:00:00.000Z`) + 6 * 86_400_000)
  // An update that starts later is ended with the version that is paid until then.
  const ended = await db
    .updateTable('contract')
    .set({ endedOn: sql<string>`least(${sunday}::date, (terms->>'endsOn')::date)` })
    .where('memberId', '=', memberId)
    .where('state', '=', 'approved')
    .where('endedOn', 'is', null)
    .returning(['memberId', 'version', 'endedOn'])
    .execute()
  await tellEnds(
    db,
    ended.filter((it) => it.version === newest.version),
    clock,
  )
}

/**
 * Ends the contracts whose term is over, and tells their members, except where a newer version goes on, and where it
 * was over long ago: servers of before ended none.
 */
export async function endWithTerm(db: Db, clock: Clock): Promise<void> {
  const today = dayIn(await zoneOfOperator(db), clock.now())
  const { rows } = await sql<{ memberId: string; version: number; endedOn: string }>`
    with ended as (
      update contract set ended_on = (terms->>'endsOn')::date
      where state = 'approved' and ended_on is null and (terms->>'endsOn')::date < ${today}::date
      returning member_id, version, ended_on
    )
    select member_id as "memberId", version, ended_on as "endedOn" from ended
    where ended_on >= ${today}::date - 14 and not exists (select from contract newer where newer.member_id = ended.member_id
      and newer.version > ended.version and newer.state = 'approved')`.execute(db)
  await tellEnds(db, rows, clock)
}

async function tellEnds(
  db: Db,
  ended: readonly { memberId: string; version: number; endedOn: string | null }[],
  clock: Clock,
): Promise<void> {
  await notify(
    db,
    ended.flatMap(({ memberId, version, endedOn }) =>
      endedOn === null
        ? []
        : [{ memberId, kind: 'contract_ended' as const, ref: String(version), params: { day: endedOn }, route }],
    ),
    clock,
  )
}

/**
 * Bills a member's contract a bonus or a correction, once by `ref`, in minor units; `work` says what for. Answers the
 * bill's id, also of the same one made before. Throws a DomainError where no contract was approved, or another body, or
 * one that was voided, has that `ref`.
 */
export async function billExtra(
  db: Db,
  extra: { memberId: string; kind: 'bonus' | 'correction'; ref: string; work: string; amount: number },
  clock: Clock,
): Promise<string> {
  const { memberId, kind, ref } = extra
  const approved = await db
    .selectFrom('contract')
    .select('terms')
    .where('memberId', '=', memberId)
    .where('state', '=', 'approved')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!approved) throw new DomainError('not_found')
  await db
    .insertInto('contractBill')
    .values({
      id: randomUUID(),
      memberId,
      kind,
      ref,
      week: null,
      work: JSON.stringify([{ en: extra.work }]),
      amount: extra.amount,
      currency: approved.terms.currency,
      madeAt: instant(clock),
      receivableFrom: instant(clock),
      fundedAt: null,
      receivedAt: null,
    })
    .onConflict((it) => it.columns(['memberId', 'kind', 'ref']).doNothing())
    .execute()
  const bill = await db
    .selectFrom('contractBill')
    .select(['id', 'amount', 'work', 'voidedAt'])
    .where('memberId', '=', memberId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow()
  const isSame = bill.voidedAt === null && bill.amount === extra.amount && bill.work[0]?.en === extra.work
  if (!isSame) throw new DomainError('key_reused')
  return bill.id
}

/**
 * Voids a bonus or a correction that isn't funded yet: it holds up later pay no longer, and the member no longer sees
 * it. Its `ref` stays used. Throws a DomainError for any other bill.
 */
export async function voidExtra(
  db: Db,
  billId: string,
  clock: Clock,
): Promise<{ amount: number; currency: string; work: string }> {
  const voided = await db
    .updateTable('contractBill')
    .set({ voidedAt: instant(clock) })
    .where('id', '=', billId)
    .where('kind', '!=', 'weekly')
    .where('fundedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .returning(['amount', 'currency', 'work'])
    .executeTakeFirst()
  if (!voided)
    throw new DomainError('bad_request', {
      field: billId,
      problem: 'is no bonus or correction that waits to be funded',
    })
  return { ...voided, work: voided.work[0]?.en ?? '' }
}
