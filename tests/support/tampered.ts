import { sql } from 'kysely'
import type { Database, Db } from '#server/db/open.ts'
import { asOwner } from './as-owner.ts'
import { isOnCitus } from './citus-server.ts'

/** Distributed tables have none. */
const withoutTriggers = isOnCitus
  ? []
  : [
      'alter table transfer disable trigger user',
      'alter table account disable trigger user',
      'alter table bill_link disable trigger user',
      'alter table reversal disable trigger user',
    ]

/** Corrupts the books in a way that no code of ours can, gives what `look` finds there, and rolls it back. */
export async function tampered<T>(database: Database, change: string, look: (db: Db) => Promise<T>): Promise<T> {
  let seen: { found: T } | undefined
  const putBack = new Error('put it back')
  await asOwner(database, async (db) => {
    for (const statement of [...withoutTriggers, change]) await sql.raw(statement).execute(db)
    seen = { found: await look(db) }
    throw putBack
  }).catch((cause: unknown) => {
    if (cause !== putBack) throw cause
  })
  if (!seen) throw new Error('nothing was looked at')
  return seen.found
}
