import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { house, openAccounts } from '../../ledger/accounts.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'
import { notify } from '../../notices/notify.ts'
import { mondayOf, mondayOn, weekOf } from './rules.ts'

/**
 * Bills every week that is over, then funds bills in their order for as long as the operator's salary account reaches.
 */
export async function paySalaries({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  for (const week of await weeksDue(database.kysely, clock))
    await database.inTransaction((db) => billWeek(db, week, clock))
  let funded = true
  while (funded)
    funded = await database
      .inTransaction((db) => fundNext(db, clock))
      .catch((cause: unknown) => {
        if (cause instanceof BelowMinimumBalance) return false
        throw cause
      })
}

/** Weeks that are over and not billed, oldest first; none before the first contract was approved. */
async function weeksDue(db: Db, clock: Clock): Promise<string[]> {
  const zone = await zoneOfOperator(db)
  const first = await db
    .selectFrom('contract')
    .select('reviewedAt')
    .where('state', '=', 'approved')
    .orderBy('reviewedAt')
    .limit(1)
    .executeTakeFirst()
  if (!first?.reviewedAt) return []
  const open = mondayOn(dayIn(zone, clock.now()))
  const done = new Set((await db.selectFrom('salaryWeek').select('week').execute()).map((it) => it.week))
  const weeks: string[] = []
  for (let monday = mondayOn(dayIn(zone, first.reviewedAt)); monday < open; monday = addDays(monday, 7))
    weeks.push(weekOf(monday))
  return weeks.filter((week) => !done.has(week))
}

/**
 * Bills one week of every contract that was approved and had started before the week began and did not end before the
 * week's end: by the newest such submission, at the member's present level. A member's week is billed once, however
 * often this runs.
 */
async function billWeek(db: Db, week: string, clock: Clock): Promise<void> {
  const zone = await zoneOfOperator(db)
  const monday = mondayOf(week)
  const sunday = addDays(monday, 6)
  const [begins, ends] = [instant(startOfDay(zone, monday)), instant(startOfDay(zone, addDays(monday, 7)))]
  await sql`
    insert into contract_bill (id, member_id, kind, week, ref, work, amount, currency, made_at, receivable_from)
    select gen_random_uuid(), member.id, 'weekly', ${week}, ${week}, signed.terms->'work',
      pay.weekly + pay.weekly * level.salary_reward_bp / 10000, signed.terms->>'currency',
        ${instant(clock)}::timestamptz, ${ends}::timestamptz
    from (
      select distinct on (member_id) member_id, terms, ended_on from contract
      where state = 'approved' and reviewed_at <= ${begins}::timestamptz
        and (terms->>'startsOn')::date <= ${monday}::date order by member_id, version desc
    ) signed
    join member on member.id = signed.member_id and member.deleted_at is null
    join level on level.level = member.level
    cross join lateral (select (signed.terms->>'weeklySalary')::bigint as weekly) pay
    where coalesce((signed.terms->>'endsOn')::date, ${sunday}::date) >= ${sunday}::date
      and coalesce(signed.ended_on, ${sunday}::date) >= ${sunday}::date
    on conflict do nothing`.execute(db)
  await db
    .insertInto('salaryWeek')
    .values({ week, doneAt: instant(clock) })
    .onConflict((it) => it.column('week').doNothing())
    .execute()
}

/**
 * Pays the oldest unfunded bill from the operator's salary account to the member's `wages`, from where they can receive
 * it. False when none is left. Throws BelowMinimumBalance when the account holds too little: a smaller, newer bill must
 * not be paid first.
 */
async function fundNext(db: Db, clock: Clock): Promise<boolean> {
  const bill = await db
    .selectFrom('contractBill')
    .select(['id', 'memberId', 'amount', 'currency'])
    .where('fundedAt', 'is', null)
    .orderBy('receivableFrom')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  // Another process funded it while this one waited for the row; later bills may still be open.
  if (!bill)
    return (
      (await db.selectFrom('contractBill').select('id').where('fundedAt', 'is', null).limit(1).executeTakeFirst()) !==
      undefined
    )
  const { id, memberId, amount, currency } = bill
  await openAccounts(db, memberId, [{ code: 'wages', asset: currency }])
  await post(
    db,
    [
      {
        debit: house('salary'),
        credit: { ownerId: memberId, code: 'wages' },
        amount,
        asset: currency,
        kind: 'salary_due',
        ref: id,
      },
    ],
    clock,
  )
  await db
    .updateTable('contractBill')
    .set({ fundedAt: instant(clock) })
    .where('id', '=', id)
    .execute()
  await notify(
    db,
    [{ memberId, kind: 'pay_ready', ref: id, params: { amount, currency }, route: '/subPages/salary/list' }],
    clock,
  )
  return true
}
