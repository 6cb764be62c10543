import { sql, type RawBuilder } from 'kysely'

/**
 * What the members' share of a machine's revenue had come to before an instant. Both parts are SQL of the query around
 * it.
 */
interface MachineAt {
  /** The machine's id, as a column of the query around: `unit.machine_id`. */
  machineId: string
  /** An instant, bound or as an expression; revenue that counts at it or later is left out. */
  before: RawBuilder<unknown>
}

/**
 * SQL of all that a machine's units together had earned before an instant, in minor units; null while the machine had
 * earned nothing. Each booking stores the running total, so this is one look-up in the index however many trips there
 * were. A value and no lateral join, which a distributed PostgreSQL refuses for rows of members (docs/scale.md).
 */
export function sharedBefore({ machineId, before }: MachineAt): RawBuilder<number | null> {
  return sql`(select share_total_after from revenue
    where revenue.machine_id = ${sql.ref(machineId)} and counted_at < ${before}
    order by counted_at desc, share_total_after desc limit 1)`
}

/**
 * SQL of the instant at which a unit stops earning: a cancelled one at its last settlement, one of a deleted account at
 * the deletion. Its place may have been sold again since. `unit` is its alias in the query around.
 */
export function earnsUntil(unit: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${unit}.${column}`)
  return sql`case ${of('status')} when 'active' then ${of('expires_at')}
    when 'cancelled' then coalesce(${of('settled_through')}, ${of('active_from')})
    else least(${of('expires_at')}, ${of('settled_through')}) end`
}

/**
 * SQL of what one unit had earned before an instant, in minor units, rounded down (docs/ledger.md, "Settlement").
 * Settlement pays it less what the unit was paid; whoever shows what a unit earned reads it here too. `shareBefore` is
 * a column of the unit, `unitsTotal` one of its machine.
 */
export function earnedBefore({
  unitsTotal,
  shareBefore,
  ...machine
}: MachineAt & { unitsTotal: string; shareBefore: string }): RawBuilder<number> {
  return sql`(greatest(${sharedBefore(machine)} - ${sql.ref(shareBefore)}, 0) / ${sql.ref(unitsTotal)})`
}
