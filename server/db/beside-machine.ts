import { sql, type RawBuilder } from 'kysely'

/**
 * SQL that joins a machine with `beside`, a row that lies where all that changes about it does: its totals. A
 * distributed PostgreSQL looks up rows of many machines only from such a row on, not from one of a table that is wholly
 * on every machine of it (docs/scale.md). Elsewhere it is one look-up by key.
 */
export function besideMachine(id = 'm.id'): RawBuilder<unknown> {
  return sql`join machine_total beside on beside.machine_id = ${sql.ref(id)}`
}

/** SQL of the machine's id, for whoever joined it. */
export const machineBeside = sql.ref('beside.machine_id')
