import { sql } from 'kysely'
import * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import type { operatorList, operatorRecharges } from '#protocol/home.ts'
import { instant } from '../../clock.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'
import { besideMachine, machineBeside } from '../../db/beside-machine.ts'
import { sharedBefore } from '../../db/entitlement.ts'
import { DayKey, pageOf, readCursor } from '../../http/cursor.ts'
import type { Context } from '../../http/handler.ts'

const Cursor = v.tuple([DayKey, v.pipe(v.number(), v.safeInteger())])
const day = 86_400_000

type Operator = Answer<typeof operatorList>['items'][number]
type Recharge = Answer<typeof operatorRecharges>['items'][number]

/** Everybody who runs machines, first who keeps the books of this server. */
export async function operators({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Answer<typeof operatorList>> {
  const shared = (before: number) =>
    sharedBefore({ machineId: machineBeside, before: sql`${instant(before)}::timestamptz` })
  const { rows } = await sql<Omit<Operator, 'currency' | 'paidIn'> & { keepsBooks: boolean }>`
    with lately as materialized (
      select m.id, coalesce(${shared(clock.now() + 1)}, 0) - coalesce(${shared(clock.now() + 1 - 30 * day)}, 0) as shared
      from machine m ${besideMachine()} where m.currency = ${currency}
    )
    select o.id, o.name, o.place, o.since, o.licence, o.contact, o.keeps_books, count(m.id) filter (where m.closed_at is null)::int as machines,
      coalesce(sum(lately.shared), 0)::bigint as shared_last30_days
    from operator o
    left join product p on p.operator_id = o.id and p.offered_from <= ${instant(clock)}
    left join machine m on m.product_id = p.id and m.currency = ${currency}
    left join lately on lately.id = m.id
    group by o.id order by o.keeps_books desc, o.name`.execute(db)
  const paidIn = await paidInOf(db)
  return {
    items: rows.map(({ keepsBooks, ...it }) => ({ ...it, currency, paidIn: keepsBooks ? paidIn : nothing })),
  }
}

const nothing: NonNullable<Operator['paidIn']> = { prizes: 0, salaries: 0, deposits: 0 }

/** The budget of an account. */
const budget = sql<Recharge['budget']>`
  case code when 'salary' then 'salaries' when 'reserve' then 'deposits' else 'prizes' end`

/**
 * What the operator that keeps the books set aside of its own money for a budget, of the account `code`, and below
 * zero what it took back. What goes to `sales` is for refunds, and in no budget. What is between accounts of the house
 * is its own.
 */
const setAside = sql`
  select t.day, t.id, t.at, t.asset, t.amount, c.code
  from transfer t join account c on c.owner_id = t.owner_id and c.id = t.credit_id
  where t.owner_id = house() and t.debit_id in (select id from account where owner_id = house() and code = 'operator')
    and t.kind in ('prize_funding', 'gift_funding', 'salary_funding', 'reserve_funding')`
const takenBack = sql`
  select t.day, t.id, t.at, t.asset, -t.amount, c.code
  from transfer t join account c on c.owner_id = t.owner_id and c.id = t.debit_id
  where t.owner_id = house() and t.debit_id in (select id from account where owner_id = house() and code in ('reserve', 'gifts', 'prizes', 'salary'))
    and t.kind = 'fund_return'`

async function paidInOf(db: Context['db']): Promise<NonNullable<Operator['paidIn']>> {
  const { rows } = await sql<{ budget: Recharge['budget']; amount: number }>`
    select ${budget} as budget, sum(amount)::bigint as amount from (${setAside} union all ${takenBack}) moved
    where asset = ${currency} and exists (select 1 from operator where keeps_books) group by 1`.execute(db)
  return { ...nothing, ...Object.fromEntries(rows.map((it) => [it.budget, it.amount])) }
}

/**
 * What was set aside for a budget out of the operator's own money, newest first, and what was taken back where that is
 * asked for. All of it is of the operator that keeps the books: nobody else has an account here.
 */
export async function recharges(
  { db }: Pick<Context, 'db'>,
  { operatorId, returns, after, limit }: Args<typeof operatorRecharges>,
) {
  const cursor = after === undefined ? undefined : readCursor(after, Cursor)
  const { rows } = await sql<Recharge & { day: string; key: number }>`
    select md5(t.day::text || t.id)::uuid as id, o.name as operator_name, t.amount, t.asset as currency, t.at,
      ${budget} as budget, t.day::text as day, t.id as key
    from (${returns === 'yes' ? sql`${setAside} union all ${takenBack}` : setAside}) t join operator o on o.keeps_books
    where true
      ${operatorId === undefined ? sql`` : sql`and o.id = ${operatorId}`}
      ${cursor ? sql`and (t.day, t.id) < (${cursor[0]}::date, ${cursor[1]}::bigint)` : sql``}
    order by t.day desc, t.id desc limit ${limit + 1}`.execute(db)
  return pageOf(
    rows,
    limit,
    (row) => [row.day, row.key],
    ({ id, operatorName, budget, amount, currency, at }): Recharge => ({
      id,
      operatorName,
      budget,
      amount,
      currency,
      at,
    }),
  )
}
