import { sql, type RawBuilder } from 'kysely'

/**
 * SQL that joins a machine with `beside`, a row that lies where all that changes about it does: its account, whose
 * `owner_id` is the machine. A distributed PostgreSQL looks up rows of many machines only from such a row on, not from
 * one of a table that is wholly on every machine of it (docs/scale.md). Elsewhere it is one look-up by key.
 */
export function besideMachine(id = 'm.id', currency = 'm.currency'): RawBuilder<unknown> {
  return sql`join account beside on beside.owner_id = ${sql.ref(id)} and beside.code = 'machine' and beside.asset = ${sql.ref(currency)}`
}

/** SQL of the machine's id, for whoever joined it. */
export const machineBeside = sql.ref('beside.owner_id')
