import * as v from 'valibot'
import { agreementList, helpArticle, helpList, type Article, type ArticleCard } from '#protocol/news.ts'
import { agreementsOf } from '../../db/agreements.ts'
import { visibleArticles, type VisibleText } from '../../db/articles.ts'
import { InstantKey, pageOf, readCursor } from '../../http/cursor.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle, memberOf, type Handler } from '../../http/handler.ts'
import { blocksOf } from './markdown.ts'
import { onceVisible } from './published-texts.ts'

/** More words than this only narrow a search that has found nothing long before. */
const mostWords = 8

const list = handle(helpList, async ({ db, language, clock }, { kind, wanted, after, limit }) => {
  const below = after === undefined ? undefined : readCursor(after, v.tuple([InstantKey, v.string()]))
  const words = wanted?.split(/\s+/).slice(0, mostWords)
  const rows = await visibleArticles(
    db,
    { language, clock },
    {
      kinds: kind ? [kind] : ['news', 'help'],
      ...(words && { words }),
      ...(below && { below }),
      limit: limit + 1,
    },
  )
  return pageOf(rows, limit, ({ publishedAt, id }) => [publishedAt, id], cardOf)
})

const info = handle(helpArticle, async ({ db, language, clock }, { id, ...of }) => {
  const isOlder = of.language !== undefined && of.revision !== undefined
  const text = isOlder
    ? await onceVisible(db, { id, language: of.language ?? language, revision: of.revision ?? 1 }, clock)
    : (await visibleArticles(db, { language, clock }, { id, limit: 1 }))[0]
  if (!text) throw new DomainError('not_found')
  return articleOf(text)
})

const agreements = handle(agreementList, async (context) => ({
  items: (await agreementsOf(context.db, memberOf(context))).map(
    ({ id, articleId, title, language, revision, subject, agreedAt }) => ({
      id,
      articleId,
      title,
      language,
      revision,
      subject,
      agreedAt,
    }),
  ),
}))

function cardOf({ id, kind, art, publishedAt, language, revision, title, line, minutes }: VisibleText): ArticleCard {
  return { id, kind, art, publishedAt, language, revision, title, line, minutes }
}

function articleOf(text: VisibleText): Article {
  return { ...cardOf(text), revision: text.revision, updatedAt: text.visibleFrom, body: blocksOf(text.markdown) }
}

export const newsCalls: readonly Handler[] = [list, info, agreements]
