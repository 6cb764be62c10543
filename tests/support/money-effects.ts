import { sql } from 'kysely'
import type { MoneyWorld } from './money-world.ts'

/** The keys that the server stored for a world, and the number of effects of each kind in its tables. */
export async function effectsOf({
  database,
  members,
}: MoneyWorld): Promise<{ kept: MoneyWorld['keys']; done: Record<string, number> }> {
  const ids = members.map((it) => it.memberId)
  const { rows: keys } = await sql<{
    key: string
    status: number
  }>`select key, status from idem where member_id = any(${ids}::uuid[]) and key like 'money-%'`.execute(database.kysely)
  const { rows: effects } = await sql<{ kind: string; count: number }>`
    select 'buy' as kind, count(*)::int as count from purchase where member_id = any(${ids}::uuid[])
    union all select 'cancel', count(*)::int from purchase where member_id = any(${ids}::uuid[]) and cancelled_at is not null
    union all select 'claim', count(*)::int from claim where member_id = any(${ids}::uuid[])
    union all select 'exchange', count(*)::int from transfer where kind = 'exchange' and debit_id in (select id from account where owner_id = any(${ids}::uuid[]))
    union all select 'open', count(*)::int from time_deposit where member_id = any(${ids}::uuid[])
    union all select 'withdraw', count(*)::int from withdrawal where member_id = any(${ids}::uuid[])
    union all select 'repay', count(*)::int from card_repayment where member_id = any(${ids}::uuid[])
    union all select 'redeem', count(*)::int from gift_code_use where member_id = any(${ids}::uuid[])
    union all select 'receive', count(*)::int from contract_bill where member_id = any(${ids}::uuid[]) and received_at is not null
    union all select 'end', count(*)::int from time_deposit where member_id = any(${ids}::uuid[]) and ended_as = 'withdrawn'`.execute(
    database.kysely,
  )
  return {
    kept: new Map(keys.map(({ key, status }) => [key, { kind: key.split('-')[1] ?? '', errno: status }])),
    done: Object.fromEntries(effects.filter((it) => it.count > 0).map((it) => [it.kind, it.count])),
  }
}
