import { beforeEach, expect, test, vi } from 'vitest'
import { helpArticle, type Article, type ArticleCard } from '#protocol/news.ts'
import { queryClient } from '#src/cache/cache.ts'
import { articleRead } from '#src/entities/article.ts'
import { articleTexts } from '#src/features/news/article-texts.ts'

const fetched = vi.hoisted(() => vi.fn<(path: string, args: { id: string }) => Promise<Article>>())
vi.mock('#src/api/api.ts', async (load) => ({
  ...(await load<typeof import('#src/api/api.ts')>()),
  callApi: (call: { path: string }, args: { id: string }) => fetched(call.path, args),
}))

const card: ArticleCard = {
  id: 'fees',
  kind: 'help',
  title: 'Fees',
  line: '',
  art: null,
  publishedAt: '2026-11-01T00:00:00.000Z',
  minutes: 1,
  language: 'en',
  revision: 1,
}
const article = (text: string, change: Partial<Article> = {}): Article => ({
  ...card,
  revision: 1,
  updatedAt: card.publishedAt,
  body: [{ kind: 'paragraph', spans: [{ kind: 'text', text }] }],
  ...change,
})
const textFor = async (change: Partial<ArticleCard> = {}) =>
  (await queryClient.fetchQuery(articleTexts([{ ...card, ...change }]))).get('fees')

beforeEach(() => {
  queryClient.clear()
  fetched.mockReset().mockRejectedValue(new TypeError('no route'))
  queryClient.setQueryData(articleRead('fees').queryKey, article('What it costs'))
})

test('a text on this device is searched without a network', async () => {
  expect(await textFor()).toBe('What it costs')
  expect(await textFor({ revision: undefined })).toBe('What it costs')
  expect(fetched).not.toHaveBeenCalled()
})

test('a text in the language of before is not searched in place of the one that the list names', async () => {
  fetched.mockResolvedValue(article('Berapa biayanya', { language: 'id' }))
  expect(await textFor({ language: 'id' })).toBe('Berapa biayanya')
  expect(fetched).toHaveBeenCalledExactlyOnceWith(helpArticle.path, { id: 'fees' })
})

test('a text that the operator has edited is searched by its new words', async () => {
  expect(await textFor()).toBe('What it costs')
  fetched.mockResolvedValue(article('What it costs now', { revision: 2 }))
  expect(await textFor({ revision: 2 })).toBe('What it costs now')
  // Nor is it fetched for a list of before the edit.
  expect(await textFor({ revision: 1 })).toBe('What it costs')
  queryClient.removeQueries({ queryKey: ['article texts'] })
  expect(await textFor({ revision: 1 })).toBe('What it costs now')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a text that could not be fetched is looked for again', async () => {
  expect(await textFor({ language: 'id' })).toBeUndefined()
  fetched.mockResolvedValue(article('Berapa biayanya', { language: 'id' }))
  expect(await textFor({ language: 'id' })).toBe('Berapa biayanya')
})
