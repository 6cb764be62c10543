import { sql, type RawBuilder } from 'kysely'
import { retried, type Db } from './open.ts'
import type { Schema } from './schema.ts'

const atOnce = 2000
/** A sweep comes every hour: what is left then goes next time. */
const mostBatches = 500

/** What tells rows apart of the tables that are swept. */
const keys = {
  accessToken: ['digest'],
  attempt: ['subject'],
  captchaUsed: ['digest'],
  idem: ['memberId', 'key'],
  machinePosition: ['machineId', 'at'],
  machineState: ['machineId', 'since'],
  message: ['memberId', 'id'],
  orderDraft: ['memberId', 'id'],
  pushJob: ['memberId', 'id'],
  refreshToken: ['digest'],
  securityEvent: ['id'],
  session: ['memberId', 'id'],
  stationCommand: ['station', 'id'],
  strayStop: ['station', 'ref'],
} as const satisfies { [K in keyof Schema]?: readonly (keyof Schema[K])[] }

interface Rows {
  table: keyof typeof keys
  where: RawBuilder<unknown>
  /** Which of them first: `order by at`. */
  order?: RawBuilder<unknown>
}

/**
 * Deletes rows in statements of 2,000, each committed by itself: a long absence of the sweep must hold no locks, and
 * break no time limit. Gives how many went. Not within a transaction.
 */
export async function deleteInBatches(
  db: Db,
  table: Rows['table'],
  where: RawBuilder<unknown>,
  order?: RawBuilder<unknown>,
): Promise<number> {
  return await inBatches(db, { table, where, ...(order && { order }) }, sql`delete from ${sql.table(table)}`)
}

/** Updates rows in the same way. Those that were updated may no longer be found by `where`. */
export async function updateInBatches(db: Db, rows: Rows, set: RawBuilder<unknown>): Promise<number> {
  return await inBatches(db, rows, sql`update ${sql.table(rows.table)} set ${set}`)
}

/**
 * The condition is there twice: a row that somebody changes at this moment is waited for, and left out if it holds no
 * more. Nothing is locked first, which a distributed PostgreSQL refuses (docs/scale.md): where two sweeps, or a sweep
 * and a command, lock the same rows in another order, one of them is tried again.
 */
async function inBatches(db: Db, { table, where, order = sql`` }: Rows, change: RawBuilder<unknown>): Promise<number> {
  const key = sql.join(keys[table].map((it) => sql.ref(it)))
  const batch = sql`${change} where (${key}) in (
    select ${key} from ${sql.table(table)} where (${where}) ${order} limit ${atOnce}) and (${where})`
  let changed = 0
  for (let done = 0; done < mostBatches; done += 1) {
    const { numAffectedRows = 0n } = await retried(() => batch.execute(db))
    changed += Number(numAffectedRows)
    if (Number(numAffectedRows) < atOnce) break
  }
  return changed
}
