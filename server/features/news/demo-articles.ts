import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { languages, type Language } from '#protocol/languages.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { readArticle } from './article-file.ts'
import { publishArticle, writeArticle } from './writing.ts'

interface DemoArticle {
  id: string
  kind: Schema['article']['kind']
  art: string
  /** How long before the demonstration began it was published. */
  daysAgo: number
}

const articles: readonly DemoArticle[] = [
  { id: 'agreement', kind: 'legal', art: 'no-contracts', daysAgo: 60 },
  { id: 'privacy', kind: 'legal', art: 'no-cards', daysAgo: 60 },
  { id: 'contract', kind: 'legal', art: 'no-contracts', daysAgo: 60 },
  { id: 'risks', kind: 'legal', art: 'battery-storage', daysAgo: 60 },
  { id: 'withdrawing', kind: 'help', art: 'no-cards', daysAgo: 50 },
  { id: 'cancellation', kind: 'help', art: 'no-orders', daysAgo: 49 },
  { id: 'offline', kind: 'help', art: 'offline', daysAgo: 48 },
  { id: 'machine-revenue', kind: 'help', art: 'dc-charger', daysAgo: 47 },
  { id: 'income', kind: 'help', art: 'no-income', daysAgo: 46 },
  { id: 'demonstration', kind: 'news', art: 'welcome', daysAgo: 2 },
]

/**
 * Writes and publishes the demonstration's articles in every language. One that is there stays as the operator left it,
 * so a new version of the app only brings what is missing. Safe to run in several processes at once.
 */
export async function seedDemoArticles(db: Db, clock: Clock): Promise<void> {
  // A second process waits here, and then finds them.
  await sql`lock table article in share row exclusive mode`.execute(db)
  const known = new Set((await db.selectFrom('article').select('id').execute()).map((it) => it.id))
  for (const { id, kind, art, daysAgo } of articles.filter((it) => !known.has(it.id))) {
    const then = clock.now() - daysAgo * 86_400_000
    for (const language of languages) {
      const text = readArticle(readFileSync(fileOf(id, language), 'utf8'), language)
      await writeArticle(db, { id, kind, art, language, ...text }, { now: () => then })
    }
    await publishArticle(db, { id, at: then, isTold: false })
  }
}

function fileOf(id: string, language: Language): URL {
  return new URL(`articles/${language}/${id}.md`, import.meta.url)
}
