import { sql } from 'kysely'
import type { Database, Db } from '#server/db/open.ts'
import { asOwner } from './as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'

/** Corrupts the books in a way that no code of ours can, gives what `look` finds there, and rolls it back. */
export async function tampered<T>(database: Database, change: string, look: (db: Db) => Promise<T>): Promise<T> {
  let seen: { found: T } | undefined
  const putBack = new Error('put it back')
  await asOwner(database, async (db) => {
    // Citus has no triggers.
    const guarded = isOnCitus ? [] : ['transfer', 'account', 'bill_link', 'reversal']
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await sql.raw(change).execute(db)
    seen = { found: await look(db) }
    throw putBack
  }).catch((cause: unknown) => {
    if (cause !== putBack) throw cause
  })
  if (!seen) throw new Error('nothing was looked at')
  return seen.found
}
