import { sql, type RawBuilder } from 'kysely'

/**
 * SQL that joins machine `m` with a row of `beside` that lies where all that changes about the machine does: its account,
 * whose `owner_id` is the machine. A distributed PostgreSQL looks up rows of many machines only from such a row on, not from
 * one of a table that is on every machine of it (docs/scale.md). Elsewhere it is one look-up by key.
 */
export function besideMachine(m = 'm'): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${m}.${column}`)
  return sql`join account beside on beside.owner_id = ${of('id')} and beside.code = 'machine' and beside.asset = ${of('currency')}`
}

/** SQL of the machine's id, for whoever joined it. */
export const machineBeside = sql.ref('beside.owner_id')
