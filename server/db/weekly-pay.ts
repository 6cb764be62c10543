import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../clock.ts'
import { mondayOf, mondayOn, weekOf } from './weeks.ts'
import type { Db } from './open.ts'
import { randomIdFor } from './random-id.ts'
import { zoneOfOperator } from './settings.ts'

/** Weeks that are over and not billed, oldest first; none before the first contract was approved. */
export async function weeksDue(db: Db, clock: Clock): Promise<string[]> {
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
 * often this runs. The caller keeps deletions of accounts away: nobody is billed after one.
 */
export async function billWeek(db: Db, week: string, clock: Clock): Promise<void> {
  await billContracts(db, week, clock)
  await db
    .insertInto('salaryWeek')
    .values({ week, doneAt: instant(clock) })
    .onConflict((it) => it.column('week').doNothing())
    .execute()
}

/** Bills a member's weeks that are over, where the job hasn't come to them yet. The caller has locked the member. */
export async function billOverdueWeeks(db: Db, memberId: string, clock: Clock): Promise<void> {
  for (const week of await weeksDue(db, clock)) await billContracts(db, week, clock, memberId)
}

async function billContracts(db: Db, week: string, clock: Clock, onlyOf: string | null = null): Promise<void> {
  const zone = await zoneOfOperator(db)
  const monday = mondayOf(week)
  const sunday = addDays(monday, 6)
  const [begins, ends] = [instant(startOfDay(zone, monday)), instant(startOfDay(zone, addDays(monday, 7)))]
  await sql`
    insert into contract_bill (id, member_id, kind, week, ref, work, amount, currency, made_at, receivable_from)
    select ${randomIdFor(sql`member.id`)}, member.id, 'weekly', ${week}, ${week}, signed.terms->'work',
      pay.weekly + pay.weekly * level.salary_reward_bp / 10000, signed.terms->>'currency',
        ${instant(clock)}::timestamptz, ${ends}::timestamptz
    from (
      select distinct on (member_id) member_id, terms, ended_on from contract
      where state = 'approved' and reviewed_at <= ${begins}::timestamptz
        and (terms->>'startsOn')::date <= ${monday}::date
        ${onlyOf === null ? sql`` : sql`and member_id = ${onlyOf}`} order by member_id, version desc
    ) signed
    join member on member.id = signed.member_id and member.deleted_at is null
    join level on level.level = member.level
    cross join lateral (select (signed.terms->>'weeklySalary')::bigint as weekly) pay
    where coalesce((signed.terms->>'endsOn')::date, ${sunday}::date) >= ${sunday}::date
      and coalesce(signed.ended_on, ${sunday}::date) >= ${sunday}::date
    on conflict do nothing`.execute(db)
}
