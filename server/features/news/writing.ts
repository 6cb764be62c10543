import type { Language } from '#protocol/languages.ts'
import { instant, millisOf, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { ArticleFile } from './article-file.ts'

interface Written extends ArticleFile {
  id: string
  kind: Schema['article']['kind']
  /** A drawing of ours; undefined keeps the one there is. */
  art?: string | undefined
  language: Language
}

/**
 * Stores a text as a draft and gives its revision. A draft is replaced; a text that members can read, or will at a time
 * that is set, stays and is followed by the next. Throws a DomainError where the article is of another kind.
 */
export async function writeArticle(
  db: Db,
  { id, kind, art, language, ...text }: Written,
  clock: Clock,
): Promise<number> {
  const known = await db.selectFrom('article').select('kind').where('id', '=', id).forUpdate().executeTakeFirst()
  if (known && known.kind !== kind)
    throw new DomainError('bad_request', { field: 'kind', problem: `is ${known.kind} for ${id}, and stays so` })
  if (!known)
    await db
      .insertInto('article')
      .values({ id, kind, art: art ?? null, publishedAt: null, withdrawnAt: null })
      .execute()
  else if (art !== undefined) await db.updateTable('article').set({ art }).where('id', '=', id).execute()
  await db
    .deleteFrom('articleText')
    .where('articleId', '=', id)
    .where('language', '=', language)
    .where('visibleFrom', 'is', null)
    .execute()
  const { newest } = await db
    .selectFrom('articleText')
    .select((it) => it.fn.max('revision').as('newest'))
    .where('articleId', '=', id)
    .where('language', '=', language)
    .executeTakeFirstOrThrow()
  const revision = (newest ?? 0) + 1
  await db
    .insertInto('articleText')
    .values({
      articleId: id,
      language,
      revision,
      ...text,
      writtenAt: instant(clock),
      visibleFrom: null,
      announceAt: null,
    })
    .execute()
  return revision
}

interface Publishing {
  id: string
  /** Milliseconds; later than now: members see it from then on. */
  at: number
  /** Whether members get a message. */
  isTold: boolean
}

/**
 * Publishes an article's drafts, and brings back a withdrawn one. Gives the languages that were published. Throws a
 * DomainError where there is nothing to publish.
 */
export async function publishArticle(db: Db, { id, at, isTold }: Publishing): Promise<Language[]> {
  const article = await db.selectFrom('article').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!article) throw new DomainError('not_found')
  const texts = await db
    .updateTable('articleText')
    .set({ visibleFrom: instant(at), announceAt: isTold ? instant(at) : null })
    .where('articleId', '=', id)
    .where('visibleFrom', 'is', null)
    .returning('language')
    .execute()
  if (texts.length === 0 && article.withdrawnAt === null)
    throw new DomainError('bad_request', { field: id, problem: 'has no draft to publish' })
  await db
    .updateTable('article')
    .set({ publishedAt: isReadBy(article, at) ? article.publishedAt : instant(at), withdrawnAt: null })
    .where('id', '=', id)
    .execute()
  return texts.map((it) => it.language).toSorted()
}

/**
 * Whether an article is there already when what is published now begins: it keeps its day then. One that was planned
 * for later, or withdrawn, is read from the new time on.
 */
function isReadBy({ publishedAt, withdrawnAt }: Schema['article'], at: number): boolean {
  return publishedAt !== null && withdrawnAt === null && millisOf(publishedAt) <= at
}

/** Takes an article back: nobody reads it any more, but for those who agreed to it, and nobody is told of it. */
export async function withdrawArticle(db: Db, id: string, clock: Clock): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('article')
    .set({ withdrawnAt: instant(clock) })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError('not_found')
  await db.updateTable('articleText').set({ announceAt: null }).where('articleId', '=', id).execute()
}
