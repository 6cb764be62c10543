import type { KyselyPlugin } from 'kysely'
import type { Database, Db } from '#server/db/open.ts'

/** Thrown in place of a killed process. */
export class ProcessCrash extends Error {}

/**
 * The same database in a process that crashes at its first transaction after `spared` ones: before its commit, so that
 * the work is lost, or after it, so that the answer is lost. Every later transaction throws.
 */
export function crashing(database: Database, when: 'before' | 'after' = 'before', spared = 0): Database {
  let begun = 0
  return {
    ...database,
    inTransaction: async (work, last) => {
      begun += 1
      if (begun > spared + 1) throw new ProcessCrash()
      const isLast = begun > spared
      const done = await database.inTransaction(async (db) => {
        const result = await work(db)
        if (isLast && when === 'before') throw new ProcessCrash()
        return result
      }, last)
      if (isLast) throw new ProcessCrash()
      return done
    },
  }
}

/** Runs `work` and swallows a crash. */
export async function ignoringCrash(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    if (!(cause instanceof ProcessCrash)) throw cause
  }
}

/** Runs `work` in a process that dies before its statement `spared`, else before the commit. Always throws. */
export async function dying(db: Db, spared: number, work: (db: Db) => Promise<unknown>): Promise<never> {
  let left = spared
  const killer: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (left === 0) throw new ProcessCrash()
      left -= 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(killer))
  throw new ProcessCrash()
}
