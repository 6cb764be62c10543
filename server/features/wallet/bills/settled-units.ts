import { sql } from 'kysely'
import type * as v from 'valibot'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import type { MachineKind } from '#protocol/primitives.ts'
import type { Db } from '../../../db/open.ts'

type Settled = NonNullable<Answer<typeof billDetail>['settled']>
type Machines = v.InferOutput<typeof MachineKind>

/**
 * The settlement that an income's `ref` names: `<period>/<account>/vehicle` (or `pile`) for all units of one kind of
 * machine, `<period>/<unit>` in the books of earlier builds, which has no `machines`.
 */
export function settlementOf(ref: string): { period: string; machines?: Machines } {
  const parts = ref.split('/')
  const machines = parts.at(-1)
  return machines === 'vehicle' || machines === 'pile'
    ? { period: parts.slice(0, -2).join('/'), machines }
    : { period: parts.slice(0, -1).join('/') }
}

/** Units that an answer names at most; who has more finds each on its own page. */
export const mostUnits = 100

interface Wanted {
  memberId: string
  /** The account that the income came into. */
  accountId: number
  period: string
  machines: Machines
  /** Only this unit. */
  unitId?: string | undefined
}

/** What a settlement paid for each of a member's units of one kind of machine, the highest amount first. */
export async function settledUnits(
  db: Db,
  { memberId, accountId, period, machines, unitId }: Wanted,
): Promise<Settled> {
  const { rows } = await sql<Settled[number]>`
    select unit.id as unit_id, product.name, machine.device_number, line.amount
    from unit join machine on machine.id = unit.machine_id join product on product.id = machine.product_id
    -- Looked up by its key: a join would tempt the planner to read every line of the account.
    cross join lateral (
      select amount from settlement_line
      where member_id = unit.member_id and unit_id = unit.id and period = ${period}
      offset 0
    ) line
    where unit.member_id = ${memberId} and unit.pending_account_id = ${accountId} and machine.kind = ${machines}
      ${unitId === undefined ? sql`` : sql`and unit.id = ${unitId}::uuid`}
    order by line.amount desc, machine.device_number, unit.id limit ${sql.lit(mostUnits)}`.execute(db)
  return rows
}
