import { sql, type RawBuilder } from 'kysely'

/**
 * SQL that joins a machine with `beside`, the row of its totals, which lies where its other rows do. For each of many
 * machines a distributed PostgreSQL looks up rows only from such a row on, not from a table that every node has
 * (docs/scale.md). Without a cluster it is one look-up by key.
 */
export function besideMachine(id = 'm.id'): RawBuilder<unknown> {
  return sql`join machine_total beside on beside.machine_id = ${sql.ref(id)}`
}

/** SQL of the machine's id, for whoever joined it. */
export const machineBeside = sql.ref('beside.machine_id')
