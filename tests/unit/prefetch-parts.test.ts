import { hashKey, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { prefetchPartsFor } from '#src/cache/prefetch/prefetch-parts.ts'
import type { StoredAnswer } from '#src/cache/persistent/answer-cache.ts'

const at = Date.parse('2026-01-20T00:00:00Z')
const catalogue = ['g/goods/list', { limit: 100 }, 'pages'] as const

/** How many pieces of the part "offers" are fetched where the catalogue is stored in these pages, or in memory. */
async function missing(pages: readonly { items: unknown[]; next?: string }[], isInMemory = false) {
  const stored: StoredAnswer = { hash: hashKey(catalogue), key: catalogue, data: { pages }, at }
  const client = new QueryClient()
  if (isInMemory) client.setQueryData(catalogue, stored.data, { updatedAt: at })
  const parts = prefetchPartsFor(
    client,
    isInMemory
      ? { facts: [], read: async () => undefined }
      : {
          facts: [{ hash: stored.hash, at, size: 1 }],
          read: async (hash) => (hash === stored.hash ? stored : undefined),
        },
    false,
  )
  return (await parts.find((it) => it.name === 'offers')!.missing(at)).length
}

test('a list in pages is here once its last page is', async () => {
  const first = { items: [], next: 'x' }
  for (const isInMemory of [false, true]) {
    expect(await missing([first, { items: [] }], isInMemory)).toBe(0)
    expect(await missing([first], isInMemory), 'a screen has asked for its beginning').toBe(1)
    expect(
      await missing(
        Array.from({ length: 50 }, () => first),
        isInMemory,
      ),
      'no more are fetched',
    ).toBe(0)
  }
})
