import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { claimKey, keptAnswer } from '#server/http/idempotency.ts'
import { seconds } from './figure.ts'

export const atOnce = 16

/** What a command does in its transaction for one member. */
export type Work = (db: Db, memberId: string) => Promise<unknown>

/** Carries out `work` in a transaction with its idempotency row. */
export async function withKey(
  { database, clock }: { database: Database; clock: Clock },
  memberId: string,
  work: Work,
): Promise<void> {
  const keyed = { memberId, key: randomUUID(), digests: ['bench'] as const }
  await database.inTransaction(
    async (db) => {
      await claimKey(db, keyed, clock)
      return await work(db, memberId)
    },
    (answer) => [keptAnswer(database.kysely, keyed, 0, answer)],
  )
}

/** Runs `once` for each, `atOnce` in parallel. */
export async function perSecond<T>(each: readonly T[], once: (it: T) => Promise<void>): Promise<number> {
  const waiting = each.values()
  const worker = async () => {
    for (const it of waiting) await once(it)
  }
  return each.length / (await seconds(() => Promise.all(Array.from({ length: atOnce }, worker))))
}
