import { reported } from '../../lib/report.ts'
import type { Clock } from '../../lib/clock.ts'
import { bytesOf } from '../../lib/bytes.ts'
import type { Connection } from '../storage/connection.ts'
import { caps } from '../placement.ts'

export interface StoredAnswer {
  hash: string
  key: readonly unknown[]
  data: unknown
  /** When it was true, in milliseconds since 1970. */
  at: number
}

/** Facts about a stored answer that are read without the answer itself. */
export interface AnswerFact {
  hash: string
  at: number
  /** Bytes of its JSON. */
  size: number
}

/** Answers stored from one visit to the next. */
export interface AnswerCache {
  read(hash: string): Promise<StoredAnswer | undefined>
  write(answer: StoredAnswer): Promise<void>
  facts(): Promise<AnswerFact[]>
  /** Forgets every answer, and every entry of the long lists. */
  clear(): Promise<void>
}

/** The use of an answer is noted at most this often, because noting it rewrites the whole row. */
const notedMs = 10 * 60_000

/**
 * The persistent cache on one database. `connection` is asked anew each time, because members change. Every method
 * rejects where the database can't be used.
 */
export function createAnswerCache(
  connection: () => Connection,
  clock: Clock,
  cap: number = caps.persistent,
): AnswerCache {
  // Visits may be short, so the first answer stored in each checks the cap too.
  let written = Infinity

  async function trim() {
    await connection().use((database) =>
      database.transaction('rw', ['answers'], async () => {
        const oldestFirst = (await database.answers.orderBy('[usedAt+size+hash]').keys()) as unknown as [
          number,
          number,
          string,
        ][]
        let total = oldestFirst.reduce((sum, [, size]) => sum + size, 0)
        const gone = oldestFirst.filter(([, size]) => {
          if (total <= cap) return false
          total -= size
          return true
        })
        await database.answers.bulkDelete(gone.map(([, , hash]) => hash))
      }),
    )
  }

  return {
    async read(hash) {
      const row = await connection().use((database) => database.answers.get(hash))
      if (!row || !Array.isArray(row.key) || typeof row.at !== 'number') return undefined
      const now = clock.now()
      if (Math.abs(now - row.usedAt) > notedMs)
        connection()
          .use((database) => database.answers.update(hash, { usedAt: now }))
          .catch(reported('persistent cache: note use'))
      return { hash: row.hash, key: row.key, data: row.data, at: row.at }
    },
    async write(answer) {
      const size = bytesOf(answer.data)
      await connection().use((database) => database.answers.put({ v: 1, ...answer, size, usedAt: clock.now() }))
      written += size
      if (written < cap / 20) return
      written = 0
      await trim()
    },
    async facts() {
      const keys = (await connection().use((database) =>
        database.answers.orderBy('[hash+at+size]').keys(),
      )) as unknown as [string, number, number][]
      return keys.map(([hash, at, size]) => ({ hash, at, size }))
    },
    async clear() {
      await connection().use((database) =>
        database.transaction('rw', ['answers', 'entries', 'lists'], async () => {
          await Promise.all([database.answers.clear(), database.entries.clear(), database.lists.clear()])
        }),
      )
    },
  }
}
