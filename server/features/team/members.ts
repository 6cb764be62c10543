import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'
import type { teamList, teamTotal, TeamMember } from '#protocol/team.ts'
import type { Clock } from '../../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { maskedName } from '../home/rules.ts'

const Cursor = v.tuple([InstantKey, Id])
const shownDays = 30

/**
 * Whom a member invited and whom those invited, with those who have left: the first parts of a statement that reads
 * them from `ever`. Each is carried out by itself, as who was invited doesn't lie beside the inviter (docs/scale.md).
 */
function everInTeamOf(memberId: string): RawBuilder<unknown> {
  return sql`
    with first as (
      select 'direct' as relation, id, nickname, phone, level, joined_at, deleted_at
        from member where invited_by = ${memberId}
    ), ever as (
      select * from first
      union all
      select 'indirect', id, nickname, phone, level, joined_at, deleted_at
        from member where invited_by in (select id from first)
    )`
}

/** Whether a row of `among` is valid: holds a working unit. */
function isValid(among: 'ever' | 'page'): RawBuilder<boolean> {
  return sql`id in (select member_id from unit
    where status = 'active' and member_id in (select id from ${sql.table(among)}))`
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
    ${everInTeamOf(memberId)}, page as (
      select * from ever
      where deleted_at is null
        ${relation === undefined ? sql`` : sql`and relation = ${relation}`}
        ${valid === undefined ? sql`` : sql`and ${isValid('ever')} = ${valid}`}
        ${cursor ? sql`and (joined_at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
      order by joined_at desc, id desc limit ${limit + 1}
    )
    select id, nickname, phone, relation, ${isValid('page')} as valid, level, joined_at
    from page order by joined_at desc, id desc`.execute(db)
  return pageOf(
    rows,
    limit,
    (row) => [row.joinedAt, row.id],
    ({ nickname, phone, ...row }) => ({ ...row, nameMasked: maskedName({ nickname, phone }) }),
  )
}

/** How many a member's team has, how many of them joined on each of the member's last 30 days, and its size then. */
export async function teamTotals(db: Db, memberId: string, clock: Clock): Promise<Answer<typeof teamTotal>> {
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const today = dayIn(timeZone, clock.now())
  const days = Array.from({ length: shownDays }, (_, at) => addDays(today, at + 1 - shownDays))
  const starts = days.map((day) => instant(startOfDay(timeZone, day)))
  // The bucket of a day is its place in `starts`, from 1; 0 is everything earlier, and null is not yet.
  const { rows } = await sql<Joined>`
    ${everInTeamOf(memberId)}
    select width_bucket(joined_at, ${starts}::timestamptz[]) as came,
      width_bucket(deleted_at, ${starts}::timestamptz[]) as went,
      (count(*) filter (where relation = 'direct'))::int as direct,
      (count(*) filter (where relation = 'indirect'))::int as indirect,
      (count(*) filter (where ${isValid('ever')}))::int as valid
    from ever group by 1, 2`.execute(db)
  const here = rows.filter((it) => it.went === null)
  const sum = (of: 'direct' | 'indirect' | 'valid') => here.reduce((before, row) => before + row[of], 0)
  const [direct, indirect, valid] = [sum('direct'), sum('indirect'), sum('valid')]
  const people = (of: readonly Joined[]) => of.reduce((before, row) => before + row.direct + row.indirect, 0)
  return {
    direct,
    indirect,
    valid,
    invalid: direct + indirect - valid,
    joinedByDay: days.map((day, at) => ({
      day,
      members: people(here.filter((it) => it.came === at + 1)),
      size: people(rows.filter((it) => it.came <= at + 1 && (it.went === null || it.went > at + 1))),
    })),
  }
}

interface Joined {
  came: number
  went: number | null
  direct: number
  indirect: number
  valid: number
}
