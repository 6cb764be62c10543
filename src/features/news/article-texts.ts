import { hashKey, queryOptions } from '@tanstack/react-query'
import type { Article, Block, Span } from '#protocol/news.ts'
import { answers, queryClient } from '../../cache/cache.ts'
import { articleRead } from '../../entities/article.ts'

/** Looking at the list fetches the texts of this many articles, the newest first. */
const mostTexts = 100

/**
 * The plain text of articles by id, for the search. Texts that this device lacks are fetched one after the other, so
 * that whoever has seen the list can read its articles offline. Never rejects.
 */
export function articleTexts(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['article texts', ids],
    queryFn: async ({ signal }) => {
      const texts = new Map<string, string>()
      for (const id of ids.slice(0, mostTexts)) {
        if (signal.aborted) break
        const article = await textOf(id)
        if (article) texts.set(id, article.body.map(plainText).join(' '))
      }
      return texts
    },
    persister: undefined,
    networkMode: 'always',
    staleTime: Infinity,
  })
}

async function textOf(id: string): Promise<Article | undefined> {
  const query = articleRead(id)
  const known = queryClient.getQueryData(query.queryKey)
  if (known) return known
  const stored = await answers.read(hashKey(query.queryKey)).catch(() => undefined)
  if (stored) return stored.data as Article
  // Without a network the search covers only the texts on this device.
  return queryClient
    .fetchQuery({ ...query, meta: { ...query.meta, mayWait: true }, retry: false })
    .catch(() => undefined)
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
