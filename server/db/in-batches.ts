import { sql, type RawBuilder } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

const atOnce = 2000
/** A sweep comes every hour: what is left then goes next time. */
const mostBatches = 500

/**
 * Deletes rows in statements of 2,000, each committed by itself: a long absence of the sweep must hold no locks, and
 * break no time limit. Gives how many went. `where` may end with an order.
 */
export async function deleteInBatches(db: Db, table: keyof Schema, where: RawBuilder<unknown>): Promise<number> {
  return await inBatches(db, table, where, sql`delete from ${sql.table(table)}`)
}

/** Updates rows in the same way. Those that were updated may no longer be found by `where`. */
export async function updateInBatches(
  db: Db,
  table: keyof Schema,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<number> {
  return await inBatches(db, table, where, sql`update ${sql.table(table)} set ${set}`)
}

async function inBatches(
  db: Db,
  table: keyof Schema,
  where: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): Promise<number> {
  let changed = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const { numAffectedRows = 0n } = await sql`${change} where ctid in (
      select ctid from ${sql.table(table)} where ${where} limit ${atOnce} for update skip locked)`.execute(db)
    changed += Number(numAffectedRows)
    if (Number(numAffectedRows) < atOnce) break
  }
  return changed
}
