import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { addDays, instant } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { notify } from '../../notices/notify.ts'
import { mondayOn } from '../../db/weeks.ts'
import { approvedPeriods, approvedPeriodsOf, todayOfOperator } from './contracts.ts'
import { endingOf } from './periods.ts'

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
  const notice = approve
    ? { kind: 'contract_approved' as const, params: { version, firstPaidOn: await firstPaidOn(db, memberId, version) } }
    : { kind: 'contract_returned' as const, params: { remark: remark ?? '' } }
  await notify(db, [{ memberId, ref: String(version), route, ...notice }], clock)
}

async function firstPaidOn(db: Db, memberId: string, version: number): Promise<string | null> {
  const periods = await approvedPeriods(db, memberId)
  return periods.find((it) => it.approved.version === version)?.firstPaidOn ?? null
}

/** Who ends a contract; a member names the last day that they were shown. */
export type EndedBy = { by: 'operator' } | { by: 'member'; expectedEnd: string }

/**
 * Ends a member's contract after this week, or with its term where that comes first, and tells the member. Weeks that
 * are over stay owed. An approved update that starts later is ended with it. Gives its last day. Throws a DomainError
 * where none is running, or where it has an end already, or another than the member was shown.
 */
export async function endContract(db: Db, memberId: string, who: EndedBy, clock: Clock): Promise<string> {
  await lockMember(db, memberId)
  const ending = endingOf(await approvedPeriods(db, memberId), await todayOfOperator(db, clock))
  if (!ending) throw new DomainError('contract_not_running')
  const { day, lastPaidOn, versions } = ending
  if (who.by === 'member' && who.expectedEnd !== day) throw new DomainError('changed_meanwhile')
  await db
    .with('term', (it) => termsOf(it).where('memberId', '=', memberId).where('version', 'in', versions))
    .updateTable('contract')
    .from('term')
    .set({ endedOn: sql<string>`least(${day}::date, term.ends_on)`, endedBy: who.by, endedAt: instant(clock) })
    .where('contract.memberId', '=', memberId)
    .whereRef('contract.version', '=', 'term.version')
    .execute()
  await tellEnds(db, [{ memberId, version: Math.min(...versions), day, isPaid: lastPaidOn !== null }], clock)
  return day
}

/**
 * Ends the contracts whose term is over, and tells their members, except where an update goes on with the next week,
 * and where it was over long ago: servers of before ended none.
 */
export async function endWithTerm(db: Db, clock: Clock): Promise<void> {
  const today = await todayOfOperator(db, clock)
  const ended = await db
    .with('term', (it) =>
      termsOf(it)
        .where('state', '=', 'approved')
        .where('endedOn', 'is', null)
        // As text, for the index `contract_term`.
        .where(sql<boolean>`(terms->>'endsOn') collate "C" < ${today}`),
    )
    .updateTable('contract')
    .from('term')
    .set((it) => ({ endedOn: it.ref('term.endsOn') }))
    .whereRef('contract.memberId', '=', 'term.memberId')
    .whereRef('contract.version', '=', 'term.version')
    .where('endedOn', 'is', null)
    .returning(['contract.memberId', 'contract.version', 'endedOn'])
    .execute()
  const lately = ended.filter((it) => it.endedOn !== null && it.endedOn >= addDays(today, -14))
  if (lately.length === 0) return
  const periods = await approvedPeriodsOf(db, [...new Set(lately.map((it) => it.memberId))])
  const ends = lately.flatMap(({ memberId, version, endedOn: day }): End[] => {
    const its = periods.get(memberId) ?? []
    const at = its.findIndex((it) => it.approved.version === version)
    // Another was the newest before its term was over.
    if (day === null || at === -1 || its[at]?.untilOn !== day) return []
    const nextOn = its.slice(at + 1).find((it) => it.firstPaidOn !== null)?.firstPaidOn ?? null
    const goesOn = nextOn !== null && nextOn <= addDays(mondayOn(day), 7)
    return goesOn ? [] : [{ memberId, version, day, isPaid: its[at].firstPaidOn !== null, nextOn }]
  })
  await tellEnds(db, ends, clock)
}

/**
 * When submissions end by their terms. A part of its own of a statement that ends them: on several machines an update
 * can't read a text as a date (docs/scale.md).
 */
function termsOf(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('contract')
    .select(['memberId', 'version', sql<string | null>`(terms->>'endsOn')::date`.as('endsOn')])
}

interface End {
  memberId: string
  version: number
  day: string
  isPaid: boolean
  nextOn?: string | null
}

async function tellEnds(db: Db, ends: readonly End[], clock: Clock): Promise<void> {
  await notify(
    db,
    ends.map(({ memberId, version, ...params }) => ({
      memberId,
      kind: 'contract_ended' as const,
      ref: String(version),
      params,
      route,
    })),
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
  // A deletion at the same moment has looked for bills already: nobody could receive one that comes after it.
  if ((await lockMember(db, memberId)).deletedAt !== null) throw new DomainError('not_found')
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
