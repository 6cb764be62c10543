import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import type { Period } from '#server/ledger/periods.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { asOwner } from './as-owner.ts'
import { hasWorkers } from './citus-server.ts'

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
  return await beforeCommit(database, first, () => database.inTransaction(second))
}

/** The same where the second, such as a call, makes transactions of its own, of which so many are to wait. */
export async function beforeCommit<T, U>(
  database: Database,
  first: (db: Db) => Promise<T>,
  second: () => Promise<U>,
  waiting = 1,
): Promise<[PromiseSettledResult<T>, PromiseSettledResult<U>]> {
  if (database.kind === 'pglite') return await Promise.allSettled([database.inTransaction(first), second()])
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
  const two = second()
  const both = Promise.allSettled([one, two])
  const hasEnded = two.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([hasEnded, waits(database, waiting)]))) continue
  met.resolve()
  return await both
}

/**
 * Settles a period and runs `work` when it has paid the member and not committed; it commits once `work` waits for a
 * lock or has ended. On the embedded database `work` comes after it.
 */
export async function whilePaying<T>(
  database: Database,
  { period, memberId, clock }: { period: Period; memberId: string; clock: Clock },
  work: () => Promise<T>,
): Promise<T> {
  const paid = Promise.withResolvers<void>()
  const met = Promise.withResolvers<void>()
  const settling = settlePeriod(database, period, clock, async (db) => {
    const { rows } = await sql`
      select from account where owner_id = ${memberId} and code = 'pending' and balance > 0`.execute(db)
    if (rows.length === 0) return
    paid.resolve()
    await met.promise
  })
  // Started here, outside of the settlement's transaction: inside it would run on its connection.
  await Promise.race([paid.promise, settling])
  const worked = work()
  const hasEnded = worked.then(
    () => true,
    () => true,
  )
  while (database.kind !== 'pglite' && !(await Promise.race([hasEnded, waits(database, 1)]))) continue
  met.resolve()
  await settling
  return await worked
}

/**
 * Whether at least so many sessions wait for a lock, on whichever node. Asked as the owner: what others' sessions wait
 * for is hidden from the running role.
 */
export async function waits(database: Database, sessions: number): Promise<boolean> {
  const { rows } = await asOwner(database, (db) =>
    sql`select from ${sql.table(hasWorkers ? 'citus_stat_activity' : 'pg_stat_activity')}
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
  )
  return rows.length >= sessions
}
