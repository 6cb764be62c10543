import { sql } from 'kysely'
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

/** The part of a member's chain that holds the movements of a span: `since` is included, `until` isn't. */
export async function stretchOf(
  db: Db,
  memberId: string,
  { since, until }: { since: string; until: string },
): Promise<Stretch> {
  const {
    rows: [found],
  } = await sql<{ first: number | null; last: number | null; before: number | null }>`
    select min(number) filter (where at >= ${since}::timestamptz and at < ${until}::timestamptz) as first,
      max(number) filter (where at >= ${since}::timestamptz and at < ${until}::timestamptz) as last,
      max(number) filter (where at < ${since}::timestamptz) as before
    from bill_link link join transfer on transfer.day = link.day and transfer.id = link.transfer_id
    where link.member_id = ${memberId} and link.day <= ${until}::date`.execute(db)
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
    from bill_link link join transfer on transfer.day = link.day and transfer.id = link.transfer_id
    join account on account.id = link.account_id
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

/** The balances of a member's accounts before and after a part of their chain, added up from its links. */
export async function turnedOver(db: Db, memberId: string, { first, last }: Stretch): Promise<Turned[]> {
  const { rows } = await sql<Turned>`
    select account.code as account, account.asset as currency,
      coalesce(sum(change) filter (where number < ${first}), 0)::bigint as opening,
      coalesce(sum(change), 0)::bigint as closing
    from account left join (
      select link.account_id, link.number, case when credit_id = link.account_id then amount else -amount end as change
      from bill_link link join transfer on transfer.day = link.day and transfer.id = link.transfer_id
      where link.member_id = ${memberId} and link.number <= ${last}
    ) moved on moved.account_id = account.id
    where account.owner_id = ${memberId}
    group by account.id order by account.id`.execute(db)
  return rows
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
