import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { balanceOfTransfers, movedAfter } from './closed-days.ts'

/**
 * What statements of custody accounts confirm, in minor units. `day` is the last that all open ones with a statement
 * reach; null while there is no statement at all. An account without one counts as empty.
 */
export interface Confirmed {
  day: string | null
  /** `network` and `readAt`: what a chain's balance was read from and when; null for what somebody wrote. */
  accounts: { name: string; kind: string; amount: number; network: string | null; readAt: string | null }[]
  amount: number
  /** What came in and went out by the books after that day. */
  since: number
  /** Sent to members by that day, and by the books of that day not arrived yet. */
  sent: number
  /** Confirmed less what the books say of that day; below 0, money is missing. */
  difference: number
}

/** By currency; one without custody accounts has nothing to confirm it. */
export async function confirmedOutside(db: Db): Promise<ReadonlyMap<string, Confirmed>> {
  const { rows } = await sql<{ currency: string; day: string | null; total: number; since: number; sent: number }>`
    with last as (
      select custody.id, custody.currency, custody.closed_at is null as is_open, max(statement.day) as day
      from custody left join custody_statement statement on statement.custody_id = custody.id group by custody.id
    ), reach as (
      -- Closing the last account must not end what its statements said.
      select currency, coalesce(min(day) filter (where is_open), max(day)) as day from last group by currency
    )
    select reach.currency, to_char(reach.day, 'YYYY-MM-DD') as day, 
      world.total, case when reach.day is null then world.total else world.since end as since, coalesce((
        select sum(arrives) from withdrawal join withdrawal_step step
          on step.member_id = withdrawal.member_id and step.withdrawal_id = withdrawal.id and step.state = 'sent'
        where withdrawal.currency = reach.currency and (step.at at time zone 'UTC')::date <= reach.day
          and not exists (select 1 from withdrawal_step ended where ended.member_id = withdrawal.member_id
            and ended.withdrawal_id = withdrawal.id
            and ended.state in ('arrived', 'returned') and (ended.at at time zone 'UTC')::date <= reach.day
        )), 0)::bigint as sent
    from reach cross join lateral (
      select -${balanceOfTransfers}::bigint as total,
        -${movedAfter(sql`reach.day`)}::bigint as since
      from account where owner_id = house() and code = 'world' and account.asset = reach.currency
    ) world`.execute(db)
  const found = new Map<string, Confirmed>()
  for (const { currency, day, total, since, sent } of rows) {
    const accounts = await accountsOf(db, currency, day)
    const amount = accounts.reduce((sum, it) => sum + it.amount, 0)
    found.set(currency, { day, accounts, amount, since, sent, difference: amount - (total - since) })
  }
  return found
}

/**
 * Every account with its balance at the end of a day: that of its newest statement, less what moved after the day. A
 * closed one is left out from its last day on.
 */
async function accountsOf(db: Db, currency: string, day: string | null): Promise<Confirmed['accounts']> {
  const { rows } = await sql<Confirmed['accounts'][number]>`
    select custody.name, custody.kind, (coalesce(last.closing, 0) - coalesce((
        select sum(line.amount) from custody_line line join custody_statement s on s.id = line.statement_id
        where s.custody_id = custody.id and line.day > ${day}::date), 0))::bigint as amount, read.network, read.read_at
    from custody left join lateral (
      select network, read_at from custody_statement where custody_id = custody.id and day <= ${day}::date
      order by day desc limit 1
    ) read on true left join lateral (
      select day, closing from custody_statement where custody_id = custody.id order by day desc limit 1
    ) last on true
    where custody.currency = ${currency} and (custody.closed_at is null or last.day > ${day}::date) order by custody.id`.execute(
    db,
  )
  return rows
}

/** What is missing by the statements for paying all claims, in minor units; 0 where nothing is. */
export function missingOf(claims: number, outside: number, { day, sent, difference }: Confirmed): number {
  return day === null ? 0 : Math.max(claims - (outside + difference + sent), 0)
}
