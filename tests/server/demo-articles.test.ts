import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { seedDemoArticles } from '#server/features/news/demo-articles.ts'
import { publishArticle, withdrawArticle, writeArticle } from '#server/features/news/writing.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const clock = new ManualClock('2026-11-20T06:00:00.000Z')
let database: Database
beforeAll(async () => {
  database = await databases[0]!.open()
})
afterAll(() => database.close())

const seed = () => database.inTransaction((db) => seedDemoArticles(db, clock))
const english = () =>
  database.kysely
    .selectFrom('articleText')
    .select(['articleId', 'revision', 'markdown', 'visibleFrom', 'announceAt'])
    .where('language', '=', 'en')
    .where('articleId', 'in', ['agreement', 'income', 'offline', 'privacy', 'risks'])
    .orderBy('articleId')
    .orderBy('revision')
    .execute()

test('a newer build words its articles anew, but none that the operator wrote, drafted or withdrew', async () => {
  await seed()
  const first = await english()
  await seed()
  expect(await english()).toEqual(first)
  await asOwner(database, (db) =>
    db.updateTable('articleText').set({ markdown: 'As an older build said it.' }).execute(),
  )
  clock.advance(60_000)
  const own = { language: 'en', title: 'Ours', line: 'In our words.', markdown: 'Ours.', minutes: 1 } as const
  await database.inTransaction((db) => writeArticle(db, { id: 'income', kind: 'help', ...own }, clock))
  await database.inTransaction((db) => writeArticle(db, { id: 'offline', kind: 'help', ...own }, clock))
  await database.inTransaction((db) => withdrawArticle(db, 'privacy', clock))
  clock.advance(1000)
  await database.inTransaction((db) => publishArticle(db, { id: 'income', at: clock.now(), isTold: false }))
  const before = await english()
  await seed()
  const anew = ['agreement', 'risks'].map((articleId) => ({
    ...first.find((it) => it.articleId === articleId),
    revision: 2,
    visibleFrom: instant(clock),
  }))
  expect(await english()).toEqual(
    [...before, ...anew].toSorted((a, b) =>
      `${a.articleId} ${a.revision}`.localeCompare(`${b.articleId} ${b.revision}`),
    ),
  )
  const { publishedAt } = await database.kysely
    .selectFrom('article')
    .select('publishedAt')
    .where('id', '=', 'agreement')
    .executeTakeFirstOrThrow()
  expect(publishedAt).toBe(first.find((it) => it.articleId === 'agreement')?.visibleFrom)
  clock.advance(60_000)
  const after = await english()
  await seed()
  expect(await english()).toEqual(after)
})
