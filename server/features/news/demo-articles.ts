import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { languages, type Language } from '#protocol/languages.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { readArticle, type ArticleFile } from './article-file.ts'
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
 * Writes and publishes the demonstration's articles in every language. One that this function wrote and that a newer
 * build words otherwise gets that wording as its next revision; what the operator has written, drafted or withdrawn
 * stays as it is. Safe to run in several processes at once.
 */
export async function seedDemoArticles(db: Db, clock: Clock): Promise<void> {
  // A second process waits here, and then finds them.
  await sql`lock table article in share row exclusive mode`.execute(db)
  const known = new Set((await db.selectFrom('article').select('id').execute()).map((it) => it.id))
  for (const article of articles) {
    const texts = languages.map((language) => ({
      language,
      ...readArticle(readFileSync(fileOf(article.id, language), 'utf8'), language),
    }))
    if (!known.has(article.id)) await publish(db, article, texts, clock.now() - article.daysAgo * 86_400_000)
    else await publish(db, article, await reworded(db, article.id, texts), clock.now())
  }
}

type Text = ArticleFile & { language: Language }

async function publish(db: Db, { id, kind, art }: DemoArticle, texts: readonly Text[], at: number): Promise<void> {
  if (texts.length === 0) return
  for (const text of texts) await writeArticle(db, { id, kind, art, ...text }, { now: () => at })
  await publishArticle(db, { id, at, isTold: false })
}

/**
 * The texts that are stored in another wording, where all that is stored is of this function: it publishes a text at
 * the instant at which it writes it, and an operator, by another command, later.
 */
async function reworded(db: Db, id: string, texts: readonly Text[]): Promise<Text[]> {
  const stored = await db
    .selectFrom('articleText')
    .innerJoin('article', 'article.id', 'articleId')
    .select(['language', 'title', 'line', 'markdown', 'withdrawnAt'])
    .select(sql<boolean>`visible_from is not distinct from written_at`.as('isSeeded'))
    .where('articleId', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  if (stored.some((it) => !it.isSeeded || it.withdrawnAt !== null)) return []
  return texts.filter((text) => {
    const newest = stored.find((it) => it.language === text.language)
    return newest?.title !== text.title || newest.line !== text.line || newest.markdown !== text.markdown
  })
}

function fileOf(id: string, language: Language): URL {
  return new URL(`articles/${language}/${id}.md`, import.meta.url)
}
