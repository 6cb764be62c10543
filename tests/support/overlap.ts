import { sql } from 'kysely'
import type { Database, Db } from '#server/db/open.ts'

/**
 * Runs two transactions that overlap: the second begins when the first has done its work and not committed, and the
 * first commits once the second waits for a lock or has ended. The embedded database runs one transaction at a time, so
 * there they run one after the other.
 */
export async function runOverlapping<T>(
  database: Database,
  first: (db: Db) => Promise<T>,
  second: (db: Db) => Promise<T>,
): Promise<[PromiseSettledResult<T>, PromiseSettledResult<T>]> {
  if (database.kind === 'pglite')
    return await Promise.allSettled([database.inTransaction(first), database.inTransaction(second)])
  const worked = Promise.withResolvers<void>()
  const met = Promise.withResolvers<void>()
  const one = database.inTransaction(async (db) => {
    try {
      return await first(db)
    } finally {
      worked.resolve()
      await met.promise
    }
  })
  await worked.promise
  const two = database.inTransaction(second)
  const both = Promise.allSettled([one, two])
  const hasEnded = two.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([hasEnded, isWaitedFor(database)]))) continue
  met.resolve()
  return await both
}

async function isWaitedFor({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  return rows.length > 0
}
