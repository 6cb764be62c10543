import type { Database } from '#server/db/open.ts'

/** A process was killed. */
export class PowerCut extends Error {}

/**
 * The same database, in a process that is killed at its first transaction after `spared` ones: before its commit, so that
 * what it did is gone, or after it, so that nobody hears of what is done. From then on it does nothing any more.
 */
export function dying(database: Database, when: 'before' | 'after' = 'before', spared = 0): Database {
  let begun = 0
  return {
    ...database,
    inTransaction: async (work) => {
      begun += 1
      if (begun > spared + 1) throw new PowerCut()
      const isLast = begun > spared
      const done = await database.inTransaction(async (db) => {
        const result = await work(db)
        if (isLast && when === 'before') throw new PowerCut()
        return result
      })
      if (isLast) throw new PowerCut()
      return done
    },
  }
}

/** Does something in a process that may be killed meanwhile. */
export async function untilKilled(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!(cause instanceof PowerCut)) throw cause
  }
}
