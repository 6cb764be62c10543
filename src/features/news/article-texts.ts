import { hashKey, queryOptions } from '@tanstack/react-query'
import type { Article, ArticleCard, Block, Span } from '#protocol/news.ts'
import { answers, queryClient } from '../../cache/cache.ts'
import { articleRead } from '../../entities/article.ts'

/** Looking at the list fetches the texts of this many articles, the newest first. */
const mostTexts = 100

/**
 * The plain text of articles by id, for the search. Texts that this device lacks, or has in another language or an
 * earlier revision than the list names, are fetched one after the other, so that whoever has seen the list can read its
 * articles offline. Never rejects.
 */
export function articleTexts(articles: readonly ArticleCard[]) {
  const wanted = articles.slice(0, mostTexts)
  return queryOptions({
    queryKey: ['article texts', wanted.map(({ id, language, revision }) => [id, language, revision])],
    queryFn: async ({ signal }) => {
      const texts = new Map<string, string>()
      for (const card of wanted) {
        if (signal.aborted) break
        const article = await textOf(card)
        if (article) texts.set(card.id, article.body.map(plainText).join(' '))
      }
      return texts
    },
    persister: undefined,
    networkMode: 'always',
    // Without a network the search covers only the texts on this device: the others are looked for again later.
    staleTime: ({ state }) => (state.data?.size === wanted.length ? Infinity : 0),
  })
}

async function textOf(card: ArticleCard): Promise<Article | undefined> {
  const query = articleRead(card.id)
  const known = queryClient.getQueryData(query.queryKey)
  if (known && isTextOf(card, known)) return known
  const stored = await answers.read(hashKey(query.queryKey)).catch(() => undefined)
  if (stored && isTextOf(card, stored.data as Article)) return stored.data as Article
  return queryClient
    .fetchQuery({ ...query, meta: { ...query.meta, mayWait: true }, retry: false, staleTime: 0 })
    .catch(() => undefined)
}

/** The list may be older than an article that was read since. */
function isTextOf({ language, revision = 0 }: ArticleCard, article: Article): boolean {
  return article.language === language && article.revision >= revision
}

function plainText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return wordsOf(block.spans)
    case 'list':
      return block.items.map((it) => [it.spans, ...it.items].map(wordsOf).join(' ')).join(' ')
    case 'quote':
      return block.paragraphs.map(wordsOf).join(' ')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(wordsOf).join(' ')).join(' ')
    case 'picture':
      return block.alt
    case 'rule':
      return ''
  }
}

function wordsOf(spans: readonly Span[]): string {
  return spans.map((it) => (it.kind === 'text' ? it.text : wordsOf(it.spans))).join('')
}
