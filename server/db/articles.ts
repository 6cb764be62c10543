import { sql } from 'kysely'
import type { Language } from '#protocol/languages.ts'
import { instant, type Clock } from '../clock.ts'
import type { Schema } from './schema.ts'
import type { Db } from './open.ts'

/** Who reads, and when: what is published later, or in other languages, is not for them. */
export interface Reader {
  language: Language
  clock: Clock
}

/** A text that members can read now, with its article. */
export interface VisibleText {
  id: string
  kind: Schema['article']['kind']
  art: string | null
  publishedAt: string
  language: Language
  revision: number
  title: string
  line: string
  markdown: string
  minutes: number
  visibleFrom: string
}

/** Those of some articles that nobody can read now: never published, to be read later, or withdrawn. */
export async function unreadableArticles<Id extends string>(db: Db, ids: readonly Id[], clock: Clock): Promise<Id[]> {
  const rows = await db
    .selectFrom('article')
    .innerJoin('articleText', 'articleId', 'article.id')
    .select('article.id')
    .where('article.id', 'in', ids)
    .where('publishedAt', '<=', instant(clock))
    .where('withdrawnAt', 'is', null)
    .where('visibleFrom', '<=', instant(clock))
    .execute()
  return ids.filter((id) => !rows.some((it) => it.id === id))
}

/** Which of the visible articles: those of some kinds, those with all these words, those below a sort key. */
interface Which {
  id?: string
  kinds?: readonly Schema['article']['kind'][]
  words?: readonly string[]
  below?: readonly [publishedAt: string, id: string]
  limit: number
}

/**
 * Articles that are published and not withdrawn, newest first, each with its newest text in the reader's language. An
 * article without one has its English text, else any.
 */
export async function visibleArticles(db: Db, reader: Reader, which: Which): Promise<VisibleText[]> {
  const now = sql`${instant(reader.clock)}::timestamptz`
  const conditions = [
    sql`article.published_at <= ${now}`,
    sql`(article.withdrawn_at is null or article.withdrawn_at > ${now})`,
    ...(which.id === undefined ? [] : [sql`article.id = ${which.id}`]),
    ...(which.kinds ? [sql`article.kind in (${sql.join(which.kinds)})`] : []),
    ...(which.words ?? []).map(
      (it) => sql`strpos(lower(shown.title || ' ' || shown.line || ' ' || shown.markdown), lower(${it})) > 0`,
    ),
    ...(which.below
      ? [sql`(article.published_at, article.id) < (${which.below[0]}::timestamptz, ${which.below[1]})`]
      : []),
  ]
  const { rows } = await sql<VisibleText>`
    select article.id, article.kind, article.art, article.published_at, shown.language, shown.revision, shown.title,
      shown.line, shown.markdown, shown.minutes, shown.visible_from
    from article cross join lateral (
      select * from article_text text where text.article_id = article.id and text.visible_from <= ${now}
      order by text.language = ${reader.language} desc, text.language = 'en' desc, text.language, text.revision desc
      limit 1
    ) shown
    where ${sql.join(conditions, sql` and `)}
    order by article.published_at desc, article.id desc limit ${which.limit}`.execute(db)
  return rows
}
