import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'
import type { teamList, teamRechargeTotal, teamTotal, TeamMember } from '#protocol/team.ts'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import { mondayOn } from '../../db/weeks.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { maskedName } from '../home/rules.ts'
import { membersNeededForSums as membersNeeded } from './rules.ts'

const Cursor = v.tuple([InstantKey, Id])
const shownDays = 30

/**
 * Whom a member invited and whom those invited, also through somebody who has left; who has left is not among them.
 * `valid` is the holding of a working unit.
 */
function teamOf(memberId: string): RawBuilder<unknown> {
  return sql`(
    select m.*, exists (select from unit where unit.member_id = m.id and unit.status = 'active') as valid from (
      select 'direct' as relation, id, nickname, phone, level, joined_at, deleted_at
        from member where invited_by = ${memberId}
      union all
      select 'indirect', second.id, second.nickname, second.phone, second.level, second.joined_at, second.deleted_at
        from member first join member second on second.invited_by = first.id where first.invited_by = ${memberId}
    ) m where deleted_at is null
  )`
}

type Row = Omit<TeamMember, 'nameMasked'> & { nickname: string | null; phone: string }

/** A page of a member's team, newest first. */
export async function teamPage(
  db: Db,
  memberId: string,
  { after, limit, relation, valid }: Args<typeof teamList>,
): Promise<Answer<typeof teamList>> {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const { rows } = await sql<Row>`
    select id, nickname, phone, relation, valid, level, joined_at from ${teamOf(memberId)} team
    where true
      ${relation === undefined ? sql`` : sql`and relation = ${relation}`}
      ${valid === undefined ? sql`` : sql`and valid = ${valid}`}
      ${cursor ? sql`and (joined_at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by joined_at desc, id desc limit ${limit + 1}`.execute(db)
  return pageOf(
    rows,
    limit,
    (row) => [row.joinedAt, row.id],
    ({ nickname, phone, ...row }) => ({ ...row, nameMasked: maskedName({ nickname, phone }) }),
  )
}

/** How many a member's team has, and how many of them joined on each of the member's last 30 days. */
export async function teamTotals(db: Db, memberId: string, clock: Clock): Promise<Answer<typeof teamTotal>> {
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const today = dayIn(timeZone, clock.now())
  const days = Array.from({ length: shownDays }, (_, at) => addDays(today, at + 1 - shownDays))
  const starts = days.map((day) => instant(startOfDay(timeZone, day)))
  // The bucket of a day is its place in `starts`, from 1; 0 is everything earlier.
  const { rows } = await sql<{ bucket: number; direct: number; indirect: number; valid: number }>`
    select width_bucket(joined_at, ${starts}::timestamptz[]) as bucket,
      (count(*) filter (where relation = 'direct'))::int as direct,
      (count(*) filter (where relation = 'indirect'))::int as indirect,
      (count(*) filter (where valid))::int as valid
    from ${teamOf(memberId)} team group by 1`.execute(db)
  const sum = (of: 'direct' | 'indirect' | 'valid') => rows.reduce((before, row) => before + row[of], 0)
  const [direct, indirect, valid] = [sum('direct'), sum('indirect'), sum('valid')]
  const joinedIn = (bucket: number) => {
    const row = rows.find((it) => it.bucket === bucket)
    return row ? row.direct + row.indirect : 0
  }
  return {
    direct,
    indirect,
    valid,
    invalid: direct + indirect - valid,
    joinedByDay: days.map((day, at) => ({ day, members: joinedIn(at + 1) })),
  }
}

/**
 * What a member's team had topped up in all and in the 30 days before this week began, each null where too few people
 * did. The sums change once a week: one that changed at once would tell what one person has just topped up. What those
 * topped up who have left stays in it: it would otherwise fall by one person's money. What was taken back again counts
 * as never topped up.
 */
export async function teamRecharge(db: Db, memberId: string, clock: Clock): Promise<Answer<typeof teamRechargeTotal>> {
  const zone = await zoneOfOperator(db)
  const asOf = mondayOn(dayIn(zone, clock.now()))
  const until = instant(startOfDay(zone, asOf))
  const since = instant(startOfDay(zone, addDays(asOf, -shownDays)))
  const {
    rows: [sums],
  } = await sql<{ members: number; total: number; recentMembers: number; last30Days: number }>`
    with team as (
      select id from member where invited_by = ${memberId}
      union all
      select second.id from member first join member second on second.invited_by = first.id
        where first.invited_by = ${memberId}
    ), of_each as (
      select member_id, sum(amount) as total, sum(amount) filter (where credited_at >= ${since}::timestamptz) as recent
      from (
        select member_id, currency, credited_at, amount from top_up
        union all
        select member_id, wrong.currency, credited_at, -reversal.amount
          from reversal join top_up wrong on wrong.id = reversal.top_up_id where reversal.at < ${until}::timestamptz
      ) kept
      where member_id in (select id from team) and currency = ${currency} and credited_at < ${until}::timestamptz
      group by member_id
    )
    select (count(*) filter (where total > 0))::int as members, coalesce(sum(total), 0)::bigint as total,
      (count(*) filter (where recent > 0))::int as "recentMembers", coalesce(sum(recent), 0)::bigint as "last30Days"
    from of_each`.execute(db)
  if (!sums) throw new Error('an aggregate without a row')
  return {
    currency,
    members: sums.members,
    membersNeeded,
    total: sums.members >= membersNeeded ? sums.total : null,
    last30Days: sums.recentMembers >= membersNeeded ? sums.last30Days : null,
    asOf,
  }
}
