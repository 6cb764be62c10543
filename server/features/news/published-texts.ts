import type { Language } from '#protocol/languages.ts'
import { instant, type Clock } from '../../clock.ts'
import type { VisibleText } from '../../db/articles.ts'
import type { Db } from '../../db/open.ts'

/**
 * A legal text that members could read once, also where a newer one has taken its place or the article was withdrawn:
 * whoever agreed to it must find it. Undefined for a draft, and for news and help, which the operator may take back.
 */
export async function onceVisible(
  db: Db,
  { id, language, revision }: { id: string; language: Language; revision: number },
  clock: Clock,
): Promise<VisibleText | undefined> {
  const row = await db
    .selectFrom('articleText')
    .innerJoin('article', 'article.id', 'articleId')
    .select([
      'article.id',
      'kind',
      'art',
      'publishedAt',
      'language',
      'revision',
      'title',
      'line',
      'markdown',
      'minutes',
    ])
    .select('visibleFrom')
    .where('article.id', '=', id)
    .where('kind', '=', 'legal')
    .where('language', '=', language)
    .where('revision', '=', revision)
    .where('visibleFrom', '<=', instant(clock))
    .executeTakeFirst()
  return row?.publishedAt && row.visibleFrom
    ? { ...row, publishedAt: row.publishedAt, visibleFrom: row.visibleFrom }
    : undefined
}
