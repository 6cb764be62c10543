import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/open.ts'
import { openFromOf, unlinkedOf } from './chain.ts'

/** One movement of an account. `change` is signed minor units: above 0 for a credit. */
export interface Movement {
  id: number
  /** UTC day it was posted on. */
  day: string
  at: string
  kind: string
  ref: string
  memo: unknown
  asset: string
  change: number
}

/**
 * Which movements to list: `after` is the `next` of the page before; without `kinds` all; `since` is included, `until`
 * isn't.
 */
export interface BillsWanted {
  after?: string | undefined
  limit: number
  kinds?: readonly string[]
  since?: string
  until?: string
  /** Only what came from machines of this kind, by way of their clearing account or straight. */
  machines?: 'vehicle' | 'pile' | undefined
}

/**
 * A page of the movements of a member's account, newest first. Throws RangeError on a cursor that isn't one of ours.
 *
 * What touches an account of a member is the member's (`transfer_owner`), so that it lies with all else of theirs.
 */
export async function billsOf(
  db: Db,
  { memberId, accountId }: { memberId: string; accountId: number },
  wanted: BillsWanted,
): Promise<{ items: Movement[]; next?: string }> {
  const side = (own: 'debit_id' | 'credit_id', other: 'debit_id' | 'credit_id', sign: -1 | 1) => sql`
    (select day, id, at, kind, ref, memo, asset, ${sql.lit(sign)} * amount as change
     from transfer where owner_id = ${memberId} and ${sql.ref(own)} = ${accountId} ${filter(wanted)}
       ${fromMachines(other, wanted)}
     order by day desc, id desc limit ${wanted.limit + 1})`
  const { rows } = await sql<Movement>`
    select * from (${side('debit_id', 'credit_id', -1)} union all ${side('credit_id', 'debit_id', 1)}) moved
    order by day desc, id desc limit ${wanted.limit + 1}`.execute(db)
  const items = rows.slice(0, wanted.limit)
  const last = items.at(-1)
  return {
    items,
    ...(last && rows.length > wanted.limit ? { next: `${last.day}.${last.id}` } : {}),
  }
}

/**
 * The movement of one of a member's accounts by its transfer's id, of the first that it touched; undefined where it
 * touched none. Its link says the day; what has no link yet is of the chain's last days, unless it came very late.
 */
export async function movementOf(
  db: Db,
  { memberId, accountIds, transferId }: { memberId: string; accountIds: readonly number[]; transferId: number },
): Promise<(Movement & { accountId: number }) | undefined> {
  const accounts = sql`any(${[...accountIds]}::bigint[])`
  const linkedOn = sql`(select day from bill_link
    where member_id = ${memberId} and account_id = ${accounts} and transfer_id = ${transferId} limit 1)`
  const openFrom = openFromOf(memberId)
  for (const days of [
    sql`day = ${linkedOn}`,
    sql`day >= ${openFrom}`,
    sql`day < ${openFrom} and ${unlinkedOf(memberId)} > 0`,
  ]) {
    const side = (own: 'debit_id' | 'credit_id', sign: -1 | 1) => sql`
      select ${sql.ref(own)} as account_id, day, id, at, kind, ref, memo, asset, ${sql.lit(sign)} * amount as change
      from transfer where owner_id = ${memberId} and ${sql.ref(own)} = ${accounts} and id = ${transferId} and ${days}`
    const { rows } = await sql<Movement & { accountId: number }>`
      ${side('debit_id', -1)} union all ${side('credit_id', 1)}`.execute(db)
    const found = accountIds.flatMap((id) => rows.filter((it) => it.accountId === id))[0]
    if (found) return found
  }
  return undefined
}

/**
 * What accounts of one member and asset held together right after each of some transfers, by the transfer's id. Counted
 * back from the stored balance, in the order of the list: by days, but for the days of these transfers and the chain's
 * last ones.
 */
export async function balancesAfter(
  db: Db,
  { memberId, accountIds }: { memberId: string; accountIds: readonly number[] },
  transfers: readonly Pick<Movement, 'id' | 'day'>[],
): Promise<ReadonlyMap<number, number>> {
  const oldest = transfers.map((it) => it.day).toSorted()[0]
  if (oldest === undefined) return new Map()
  const from = (openFrom: RawBuilder<string>) => countedBack(db, { memberId, accountIds, openFrom, oldest }, transfers)
  const rows = await from(openFromOf(memberId))
  // A movement that came very late is in no day yet: then every movement counts by itself.
  const whole = rows.some((it) => it.unknown !== 0) ? await from(sql`'-infinity'::date`) : rows
  return new Map(whole.map(({ id, balance }) => [id, balance]))
}

/** `unknown` movements are neither of a day of the chain nor from `openFrom` on. */
async function countedBack(
  db: Db,
  of: { memberId: string; accountIds: readonly number[]; openFrom: RawBuilder<string>; oldest: string },
  transfers: readonly Pick<Movement, 'id' | 'day'>[],
): Promise<{ id: number; balance: number; unknown: number }[]> {
  const accounts = sql`any(${[...of.accountIds]}::bigint[])`
  const days = sql`(${[...new Set(transfers.map((it) => it.day))]}::date[])`
  const openFrom = sql`(select day from open_from)`
  const side = (own: 'debit_id' | 'credit_id', sign: -1 | 1, which: RawBuilder<unknown>) => sql`
    select ${sql.ref(own)} as account_id, day, id, ${sql.lit(sign)} * amount as change from transfer
    where owner_id = ${of.memberId} and ${sql.ref(own)} = ${which}`
  const sides = (which: RawBuilder<unknown>) =>
    sql`${side('debit_id', -1, which)} union all ${side('credit_id', 1, which)}`
  const everyAccount = sql`any(array(select id from account where owner_id = ${of.memberId}))`
  const { rows } = await sql<{ id: number; balance: number; unknown: number }>`
    with open_from as materialized (
      select ${of.openFrom} as day
    ), open as materialized (
      ${sides(sql`${everyAccount} and day >= ${openFrom}`)}
    ), unknown as materialized (
      select ${unlinkedOf(of.memberId)} - (select count(*) from open) + coalesce((select sum(movements) from bill_day
        where member_id = ${of.memberId} and account_id = ${everyAccount} and day >= ${openFrom}), 0) as count
    ), change as (
      select day, id, change from open where account_id = ${accounts}
      union all
      select day, id, change from (${sides(sql`${accounts} and day < ${openFrom} and day = any${days}`)}) asked
      union all
      select day, 0, change from bill_day
      where member_id = ${of.memberId} and account_id = ${accounts} and day < ${openFrom} and day > ${of.oldest}::date
        and day <> all${days}
    )
    select id, balance::bigint as balance, unknown.count::int as unknown from (
      select change.id, held.balance - coalesce(sum(change) over (
        order by day desc, change.id desc rows between unbounded preceding and 1 preceding), 0) as balance
      from change, (select sum(balance) as balance from account where owner_id = ${of.memberId} and id = ${accounts}) held
    ) counted, unknown where id = any(${transfers.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows
}

/** What moved an account in one of several spans, summed by kind; `change` is signed minor units. */
export interface SpanTotal {
  name: string
  accountId: number
  kind: string
  asset: string
  change: number
}

/**
 * Totals of a member's accounts over spans in order (`since` is included, `until` isn't), by the span's name and the
 * kind.
 */
export async function totalsOf(
  db: Db,
  { memberId, accountIds }: { memberId: string; accountIds: readonly number[] },
  spans: readonly { name: string; since: string; until: string }[],
): Promise<SpanTotal[]> {
  const [first, last] = [spans.at(0), spans.at(-1)]
  if (!first || !last) return []
  const accounts = sql`any(${[...accountIds]}::bigint[])`
  const side = (own: 'debit_id' | 'credit_id', sign: -1 | 1) => sql`
    select ${sql.ref(own)} as account_id, at, kind, asset, ${sql.lit(sign)} * amount as change from transfer
    where owner_id = ${memberId} and ${sql.ref(own)} = ${accounts} and day between ${first.since.slice(0, 10)} and ${last.until.slice(0, 10)}`
  const { rows } = await sql<SpanTotal>`
    select span.name, account_id, kind, asset, sum(change)::bigint as change
    from (${side('debit_id', -1)} union all ${side('credit_id', 1)}) moved
    join jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb) as span(name text, since timestamptz, until timestamptz)
      on moved.at >= span.since and moved.at < span.until
    group by 1, 2, 3, 4 order by 1, 2, 3`.execute(db)
  return rows
}

/** A transfer with both its sides. */
export interface Posting {
  id: number
  at: string
  kind: string
  ref: string
  asset: string
  amount: number
  debitCode: string
  debitOwnerId: string | null
  creditCode: string
  creditOwnerId: string | null
}

/** Every transfer of a movement's day with the same `ref` that touches an account of the member, in order. */
export async function postingsOf(
  db: Db,
  ownerId: string,
  { day, ref }: Pick<Movement, 'day' | 'ref'>,
): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    with posting as materialized (
      select id, at, kind, ref, asset, amount, debit_id, credit_id from transfer
      -- What touches an account of a member is the member's. The kinds are said for the sake of the unique index.
      where owner_id = ${ownerId} and day = ${day} and ref = ${ref} and kind in (select kind from transfer_rule)
    ), side as materialized (
      -- The other side is anybody's: looked up by its number, once, as a distributed PostgreSQL joins no two of them.
      select id, code, nullif(owner_id, house()) as owner_id from account
      where id in (select debit_id from posting union all select credit_id from posting)
    )
    select posting.id, at, kind, ref, asset, amount, debit.code as debit_code, debit.owner_id as debit_owner_id,
      credit.code as credit_code, credit.owner_id as credit_owner_id
    from posting join side debit on debit.id = debit_id join side credit on credit.id = credit_id
    order by posting.id`.execute(db)
  return rows
}

function fromMachines(other: 'debit_id' | 'credit_id', { machines }: BillsWanted): RawBuilder<unknown> {
  return machines === undefined
    ? sql``
    : sql`and ${sql.ref(other)} in (
        select account_id from machine where machine.kind = ${machines}
        union all select id from account where owner_id = house() and code = ${`${machines}_clearing`})`
}

function filter({ after, kinds, since, until }: BillsWanted): RawBuilder<unknown> {
  return sql.join(
    [
      ...(after === undefined ? [] : [beyond(after)]),
      ...(kinds === undefined ? [] : [sql`and transfer.kind = any(${[...kinds]})`]),
      // The day lets the planner skip partitions.
      ...(since === undefined ? [] : [sql`and at >= ${since} and day >= ${since.slice(0, 10)}`]),
      ...(until === undefined ? [] : [sql`and at < ${until} and day <= ${until.slice(0, 10)}`]),
    ],
    sql` `,
  )
}

function beyond(cursor: string): RawBuilder<unknown> {
  const [, day, id] = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(cursor) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) throw new RangeError('not a cursor of a bill')
  return sql`and (day, id) < (${day}::date, ${id}::bigint)`
}
