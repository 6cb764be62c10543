import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { memberAccounts } from './accounts.ts'
import { clearingCodes } from './clearing.ts'
import { closedThrough } from './closed-days.ts'
import { confirmedOutside, type Confirmed } from './confirmed.ts'
import { isDebt } from './debts.ts'

/** The balance sheet of one currency, in minor units (protocol/books.ts says what each part means). */
export interface BalanceSheet {
  currency: string
  members: { account: string; amount: number }[]
  debts: number
  promised: number
  unowned: number
  claims: number
  machines: { booked: number; operatorFee: number; paidOut: number; unsold: number; left: number }
  spent: number
  reserve: number
  operator: number
  sales: number
  otherHouse: number
  outside: number
  /** Null without custody accounts. */
  confirmed: Confirmed | null
}

interface Part {
  currency: string
  code: string
  isMembers: boolean
  total: number
  booked: number
  operatorFee: number
  paidOut: number
  unsold: number
  spent: number
}

const currencies = sql`select asset from account where owner_id = house() and code = 'world'`

/** The balance sheet of every currency: what closed days come to, and the transfers since. */
export async function balanceSheets(db: Db): Promise<BalanceSheet[]> {
  const { rows } = await sql<Part>`
    with side as (
      select debit_id as id, kind, -sum(amount) as change from transfer where day > ${closedThrough} group by 1, 2
      union all select credit_id, kind, sum(amount) from transfer where day > ${closedThrough} group by 1, 2
    ), by_kind as (
      select account.asset, code, member.id is not null as is_members, kind, change
      from (select id, kind, sum(change) as change from side group by id, kind) side
      join account on account.id = side.id left join member on member.id = account.owner_id
      union all select asset, code, is_members, kind, change from kept_code
      -- Every member has these, also before the first transfer.
      union all select asset, code, true, null, 0 from (${currencies}) currency, unnest(${[...memberAccounts]}::text[]) code
    )
    select asset as currency, code, is_members, sum(change)::bigint as total,
      coalesce(sum(change) filter (where kind in ('revenue', 'revenue_reversal')), 0)::bigint as booked,
      coalesce(-sum(change) filter (where kind in ('operator_fee', 'fee_reversal')), 0)::bigint as operator_fee,
      coalesce(-sum(change) filter (where kind in ('income', 'income_reversal', 'income_debt')), 0)::bigint as paid_out,
      coalesce(-sum(change) filter (where kind in ('unsold_share', 'unsold_return')), 0)::bigint as unsold,
      coalesce(sum(change) filter (where kind = 'spending'), 0)::bigint as spent
    from by_kind where asset in (${currencies})
    group by asset, code, is_members order by asset, code`.execute(db)
  const confirmed = await confirmedOutside(db)
  return [...new Set(rows.map((it) => it.currency))].map((currency) =>
    sheetOf(
      currency,
      rows.filter((it) => it.currency === currency),
      confirmed.get(currency) ?? null,
    ),
  )
}

function sheetOf(currency: string, parts: readonly Part[], confirmed: Confirmed | null): BalanceSheet {
  const members = parts
    .filter((it) => it.isMembers && !isDebt(it.code))
    .map(({ code, total }) => ({ account: code, amount: total }))
  const house = (code: string) => parts.find((it) => it.code === code && !it.isMembers)
  // What members were paid has left the machines, though their own accounts give it only when they are cleared.
  const machineCodes = ['machine', ...clearingCodes]
  const named = [...machineCodes, 'promised', 'unowned', 'reserve', 'operator', 'sales', 'world']
  const promised = house('promised')?.total ?? 0
  const unowned = house('unowned')?.total ?? 0
  const ofMachines = parts.filter((it) => !it.isMembers && machineCodes.includes(it.code))
  const machines = (of: 'booked' | 'operatorFee' | 'paidOut' | 'unsold' | 'total') =>
    ofMachines.reduce((sum, it) => sum + it[of], 0)
  return {
    currency,
    members,
    debts: 0 - parts.filter((it) => isDebt(it.code)).reduce((sum, it) => sum + it.total, 0),
    promised,
    unowned,
    claims: members.reduce((sum, it) => sum + it.amount, promised + unowned),
    machines: {
      booked: machines('booked'),
      operatorFee: machines('operatorFee'),
      paidOut: machines('paidOut'),
      unsold: machines('unsold'),
      left: machines('total'),
    },
    spent: house('world')?.spent ?? 0,
    reserve: house('reserve')?.total ?? 0,
    operator: house('operator')?.total ?? 0,
    sales: house('sales')?.total ?? 0,
    otherHouse: parts.filter((it) => !it.isMembers && !named.includes(it.code)).reduce((sum, it) => sum + it.total, 0),
    outside: 0 - (house('world')?.total ?? 0),
    confirmed,
  }
}
