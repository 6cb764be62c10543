import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'
import type { teamList, teamRechargeTotal, teamTotal, TeamMember } from '#protocol/team.ts'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import type { Db } from '../../db/open.ts'
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
 * What a member's team has topped up in all and in the last 30 days, or null where it has too few members. What those
 * topped up who have left stays in it: the sum would otherwise fall by one person's money. What was taken back again
 * counts as never topped up.
 */
export async function teamRecharge(db: Db, memberId: string, clock: Clock): Promise<Answer<typeof teamRechargeTotal>> {
  const since = instant(clock.now() - shownDays * 86_400_000)
  const {
    rows: [sums],
  } = await sql<{ members: number; total: number; last30Days: number }>`
    with team as (
      select id, deleted_at from member where invited_by = ${memberId}
      union all
      select second.id, second.deleted_at
        from member first join member second on second.invited_by = first.id where first.invited_by = ${memberId}
    )
    select (select count(*) from team where deleted_at is null)::int as members,
      coalesce(sum(amount), 0)::bigint as total,
      coalesce(sum(amount) filter (where credited_at > ${since}::timestamptz), 0)::bigint as "last30Days"
    from (
      select member_id, currency, credited_at, amount from top_up
      union all
      select member_id, wrong.currency, credited_at, -reversal.amount
        from reversal join top_up wrong on wrong.id = reversal.top_up_id
    ) kept where member_id in (select id from team) and currency = ${currency}`.execute(db)
  if (!sums) throw new Error('an aggregate without a row')
  const isTold = sums.members >= membersNeeded
  return {
    currency,
    members: sums.members,
    membersNeeded,
    total: isTold ? sums.total : null,
    last30Days: isTold ? sums.last30Days : null,
  }
}
