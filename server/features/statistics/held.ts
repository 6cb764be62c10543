import { sql, type RawBuilder } from 'kysely'

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

/**
 * SQL of one row a machine (`machine_id`, `units_total`, `held`): the times in which the member had any wanted unit of
 * it, so that a session counts once however many units they have.
 */
export function heldMachines(wanted: Wanted): RawBuilder<unknown> {
  return sql`
    select unit.machine_id, machine.units_total, range_agg(tstzrange(unit.active_from, ${earnsUntil})) as held
    from unit join machine on machine.id = unit.machine_id join purchase on purchase.id = unit.purchase_id
    where ${wantedUnits(wanted)} group by unit.machine_id, machine.units_total`
}
