import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { articlesAgreedTo } from '#server/features/auth/rules.ts'
import { publishArticle, writeArticle } from '#server/features/news/writing.ts'

/** Publishes what a newcomer agrees to: without it nobody can register. */
export async function publishLegalTexts(database: Database, clock: Clock): Promise<void> {
  await database.inTransaction(async (db) => {
    for (const id of Object.values(articlesAgreedTo)) {
      const text = { title: id, line: 'In short.', markdown: 'In full.', minutes: 1 }
      await writeArticle(db, { id, kind: 'legal', language: 'en', ...text }, clock)
      await publishArticle(db, { id, at: clock.now(), isTold: false })
    }
  })
}
