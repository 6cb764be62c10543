import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { closedThrough } from './closed-days.ts'

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
  // Transfers of the world are everybody's: each side is added up by itself.
  const side = (own: 'debit_id' | 'credit_id', sign: -1 | 1) => sql`
    select world.asset, sum(${sql.lit(sign)} * amount) filter (where transfer.day > world.closed) as open,
      sum(${sql.lit(sign)} * amount) filter (where transfer.day > world.reached) as since
    from world join transfer on ${sql.ref(`transfer.${own}`)} = world.id and transfer.day > least(world.closed, world.reached)
    group by world.asset`
  const { rows } = await sql<{ currency: string; day: string | null; total: number; since: number; sent: number }>`
    with last as (
      select custody.id, custody.currency, custody.closed_at is null as is_open, max(statement.day) as day
      from custody left join custody_statement statement on statement.custody_id = custody.id group by custody.id
    ), reach as materialized (
      -- Closing the last account must not end what its statements said.
      select currency, coalesce(min(day) filter (where is_open), max(day)) as day from last group by currency
    ), world as materialized (
      select account.id, account.asset, reach.day as reached, ${closedThrough} as closed
      from account join reach on reach.currency = account.asset where account.owner_id = house() and account.code = 'world'
    ), kept as materialized (
      select account_id, sum(change) as change from kept_total where owner_id = house() group by account_id
    ), moved as materialized (
      select asset, sum(open) as open, sum(since) as since
      from (${side('debit_id', 1)} union all ${side('credit_id', -1)}) side group by asset
    ), sent as materialized (
      select reach.currency, sum(arrives) as amount
      from reach join withdrawal on withdrawal.currency = reach.currency join withdrawal_step step
        on step.member_id = withdrawal.member_id and step.withdrawal_id = withdrawal.id and step.state = 'sent'
      where (step.at at time zone 'UTC')::date <= reach.day
        and not exists (select 1 from withdrawal_step ended where ended.member_id = withdrawal.member_id
          and ended.withdrawal_id = withdrawal.id
          and ended.state in ('arrived', 'returned') and (ended.at at time zone 'UTC')::date <= reach.day)
      group by reach.currency
    ), outside as (
      select world.asset, world.reached, coalesce(moved.open, 0) - coalesce(kept.change, 0) as total,
        coalesce(moved.since, 0) as since
      from world left join moved on moved.asset = world.asset left join kept on kept.account_id = world.id
    )
    select outside.asset as currency, to_char(reached, 'YYYY-MM-DD') as day, total::bigint as total,
      (case when reached is null then total else since end)::bigint as since, coalesce(sent.amount, 0)::bigint as sent
    from outside left join sent on sent.currency = outside.asset`.execute(db)
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
