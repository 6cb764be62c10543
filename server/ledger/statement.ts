import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/open.ts'

/** A link of the chain with its movement; `amount` is signed minor units. */
export interface Line {
  number: number
  id: number
  at: string
  kind: string
  account: string
  amount: number
  currency: string
  ref: string
  hash: string
}

/** A part of a member's chain, `first` to `last` included; empty where `last` is one less than `first`. */
export interface Stretch {
  first: number
  last: number
}

/**
 * The part of a member's chain that holds the movements of a span: `since` is included, `until` isn't. Whole UTC days
 * are known by their numbers; only the links of the first and the last day are looked at.
 */
export async function stretchOf(
  db: Db,
  memberId: string,
  { since, until }: { since: string; until: string },
): Promise<Stretch> {
  const {
    rows: [found],
  } = await sql<{ first: number | null; last: number | null; before: number | null }>`
    with span as (
      select ${since}::timestamptz as since, ${until}::timestamptz as until,
        (${since}::timestamptz at time zone 'UTC')::date as first_day,
        (${until}::timestamptz at time zone 'UTC')::date as last_day
    ), days as materialized (
      select day, min(first) as first, max(last) as last from bill_day
      where member_id = ${memberId} and day <= (select last_day from span) group by day
    ), parts as (
      select first, last, day > first_day as is_in, day < first_day as is_before
      from days cross join span where day not in (first_day, last_day)
      union all
      select number, number, at >= since and at < until, at < since
      from days cross join span
      join bill_link link on link.member_id = ${memberId} and link.number between days.first and days.last
        and link.day = days.day
      join transfer on transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
      where days.day in (first_day, last_day)
    )
    select min(first) filter (where is_in) as first, max(last) filter (where is_in) as last,
      max(last) filter (where is_before) as before
    from parts`.execute(db)
  const before = found?.before ?? 0
  return { first: found?.first ?? before + 1, last: found?.last ?? before }
}

/** Lines of a member's chain after a number and up to another, in order. */
export async function linesOf(
  db: Db,
  memberId: string,
  of: { after: number; last: number; limit: number },
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select link.number, transfer.id, at, kind, account.code as account,
      case when credit_id = link.account_id then amount else -amount end as amount,
      transfer.asset as currency, ref, link.hash
    from bill_link link join transfer on transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
    join account on account.owner_id = link.member_id and account.id = link.account_id
    where link.member_id = ${memberId} and link.number > ${of.after} and link.number <= ${of.last}
    order by link.number limit ${of.limit}`.execute(db)
  return rows
}

/** A balance before a stretch and after it, minor units. */
export interface Turned {
  account: string
  currency: string
  opening: number
  closing: number
}

/** The balances of a member's accounts before and after a part of their chain. */
export async function turnedOver(db: Db, memberId: string, { first, last }: Stretch): Promise<Turned[]> {
  const before = (number: RawBuilder<unknown>) => balanceBefore(sql.ref('account.id'), memberId, number)
  const { rows } = await sql<Turned>`
    select account.code as account, account.asset as currency, ${before(sql`${first}::bigint`)} as opening,
      ${before(sql`${last + 1}::bigint`)} as closing
    from account where account.owner_id = ${memberId} order by account.id`.execute(db)
  return rows
}

/**
 * An account's balance in the chain before a number: that of the newest day which ends before it, and the links since.
 * Those are of days that end later, and of no link before the first of these days.
 */
function balanceBefore(account: RawBuilder<unknown>, memberId: string, number: RawBuilder<unknown>) {
  const days = sql`bill_day where bill_day.member_id = ${memberId} and bill_day.account_id = ${account}`
  return sql`(
    coalesce((select balance from ${days} and last < ${number} order by last desc limit 1), 0)
    + coalesce((
      select sum(case when credit_id = link.account_id then amount else -amount end)
      from bill_link link join transfer on transfer.owner_id = link.member_id and transfer.day = link.day and transfer.id = link.transfer_id
      where link.member_id = ${memberId} and link.account_id = ${account} and link.number < ${number}
        and link.number > coalesce((select max(last) from ${days} and last < ${number}), 0)
        and link.number >= (select min(first) from ${days} and last >= ${number})
    ), 0))::bigint`
}

/** The hash before the first link of a part, and that of its last. */
export async function endsOf(
  db: Db,
  memberId: string,
  { first, last }: Stretch,
): Promise<{ previous: string; last: string }> {
  const {
    rows: [ends],
  } = await sql<{ previous: string; last: string }>`
    select coalesce(
        (select hash from bill_link where member_id = ${memberId}::uuid and number = ${first - 1}),
        bill_root(${memberId}::uuid)) as previous,
      coalesce(
        (select hash from bill_link where member_id = ${memberId}::uuid and number = ${last}),
        bill_root(${memberId}::uuid)) as last`.execute(db)
  if (!ends) throw new Error('a row of values that is none')
  return ends
}
