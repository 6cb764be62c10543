import { sql, type RawBuilder } from 'kysely'
import { instant, millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'

/** Which of a member's units: all, those of one kind of machine, of one product, or one unit. */
export interface Wanted {
  memberId: string
  kind?: 'vehicle' | 'pile' | undefined
  productId?: string | undefined
  unitId?: string | undefined
}

/** SQL of the instant at which a unit stops earning; needs `unit` and its `purchase`. */
export const earnsUntil = sql`greatest(unit.active_from, coalesce(purchase.cancelled_at, unit.expires_at))`

/** SQL of the condition for the wanted units; needs `unit` and its `machine`. */
export function wantedUnits({ memberId, kind, productId, unitId }: Wanted): RawBuilder<boolean> {
  return sql`unit.member_id = ${memberId}::uuid
    ${kind === undefined ? sql`` : sql`and machine.kind = ${kind}`}
    ${productId === undefined ? sql`` : sql`and unit.product_id = ${productId}::uuid`}
    ${unitId === undefined ? sql`` : sql`and unit.id = ${unitId}::uuid`}`
}

/** A time without a gap in which the member had wanted units of a machine, in milliseconds, `until` not included. */
export interface Held {
  machineId: string
  unitsTotal: number
  from: number
  until: number
}

/** When the member had which machines, within a time: a machine counts once, however many units they have of it. */
export async function heldTimes(db: Db, wanted: Wanted, { from, until }: { from: number; until: number }) {
  const within = sql`tstzmultirange(tstzrange(${instant(from)}::timestamptz, ${instant(until)}::timestamptz))`
  const { rows } = await sql<Record<'from' | 'until', string> & Pick<Held, 'machineId' | 'unitsTotal'>>`
    select machine_id, units_total, lower(held) as from, upper(held) as until from (
      select unit.machine_id, machine.units_total,
        unnest(range_agg(tstzrange(unit.active_from, ${earnsUntil})) * ${within}) as held
      from unit join machine on machine.id = unit.machine_id
      join purchase on purchase.member_id = unit.member_id and purchase.id = unit.purchase_id
      where ${wantedUnits(wanted)} group by unit.machine_id, machine.units_total
    ) mine order by machine_id, held`.execute(db)
  return rows.map((row): Held => ({ ...row, from: millisOf(row.from), until: millisOf(row.until) }))
}
