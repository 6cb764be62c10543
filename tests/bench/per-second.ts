import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Database, Db } from '#server/db/open.ts'
import { claimKey, keptAnswer } from '#server/http/idempotency.ts'
import { seconds } from './figure.ts'

export const atOnce = 16

/** Runs `work` once for each member in a transaction with its idempotency row, `atOnce` in parallel. */
export async function perSecond(
  { database, clock }: { database: Database; clock: Clock },
  members: readonly string[],
  work: (db: Db, memberId: string) => Promise<unknown>,
): Promise<number> {
  const waiting = [...members]
  const worker = async () => {
    for (let memberId = waiting.pop(); memberId; memberId = waiting.pop()) {
      const id = memberId
      const keyed = { memberId: id, key: randomUUID(), digests: ['bench'] as const }
      await database.inTransaction(
        async (db) => {
          await claimKey(db, keyed, clock)
          return await work(db, id)
        },
        (answer) => [keptAnswer(database.kysely, keyed, 0, answer)],
      )
    }
  }
  return (
    members.length /
    (await seconds(async () => {
      await Promise.all(Array.from({ length: atOnce }, worker))
    }))
  )
}
