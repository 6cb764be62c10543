import { sql, type RawBuilder } from 'kysely'
import { besideMachine, machineBeside } from './beside-machine.ts'

/** What the members' share of a machine's revenue had come to before an instant. */
interface MachineAt {
  /** The machine's id: bound, or `machineBeside` of a query that joined `besideMachine`. */
  machineId: RawBuilder<unknown>
  /** An instant, bound or as an expression; revenue that counts at it or later is left out. */
  before: RawBuilder<unknown>
}

/**
 * SQL of all that a machine's units together had earned before an instant, in minor units; null while the machine had
 * earned nothing. Each booking stores the running total, so this is one look-up in the index however many trips there
 * were. A value and no lateral join, which a distributed PostgreSQL refuses (docs/scale.md).
 */
export function sharedBefore({ machineId, before }: MachineAt): RawBuilder<number | null> {
  return sql`(select share_total_after from revenue
    where revenue.machine_id = ${machineId} and counted_at < ${before}
    order by counted_at desc, share_total_after desc limit 1)`
}

/**
 * SQL of rows of an earlier part of the statement, which have a `machine_id`, each with what all units of its machine
 * had earned: `totals` says as what, and until which instant of the row's. Select from it in a `with` of its own, as a
 * distributed PostgreSQL doesn't join rows of machines with rows of members.
 */
export function withShared(rows: string, totals: Record<string, string> = { total: 'until' }): RawBuilder<unknown> {
  const columns = Object.entries(totals).map(
    ([as, until]) =>
      sql`${sharedBefore({ machineId: machineBeside, before: sql.ref(`it.${until}`) })} as ${sql.ref(as)}`,
  )
  return sql`(
    select it.*, ${sql.join(columns)}
    from ${sql.table(rows)} it ${besideMachine('it.machine_id')})`
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
 * SQL of what one unit had earned when all units of its machine had earned `total`, in minor units, rounded down
 * (docs/ledger.md, "Settlement"). Settlement pays it less what the unit was paid; whoever shows what a unit earned
 * reads it here too. `shareBefore` is a column of the unit, `unitsTotal` one of its machine.
 */
export function earnedOf(
  total: RawBuilder<unknown>,
  { shareBefore = 'share_before', unitsTotal = 'units_total' }: { shareBefore?: string; unitsTotal?: string } = {},
): RawBuilder<number> {
  return sql`(greatest(${total} - ${sql.ref(shareBefore)}, 0) / ${sql.ref(unitsTotal)})`
}
