import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { homeIndex } from '#protocol/home.ts'
import { goodsList } from '#protocol/products.ts'
import type { AnswerCache } from '#src/cache/persistent/answer-cache.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { infiniteReadOf, readOf } from '#src/cache/read-of.ts'

const answerCache: AnswerCache = {
  read: async () => undefined,
  write: async () => {},
  facts: async () => [],
  clear: async () => {},
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A network that accepts and never answers; only giving up ends a request. */
function blackHole() {
  const requests: AbortSignal[] = []
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((__, reject) => {
        requests.push(signal)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  return requests
}

test.each([
  ['a read', readOf(homeIndex, {})],
  ['a list by pages', infiniteReadOf(goodsList, { limit: 20 })],
])('%s of a screen that is gone is taken off the line', async (_, query) => {
  const requests = blackHole()
  const client = createQueryClient(answerCache, { now: () => Date.parse('2026-01-20T00:00:00Z') })
  const leave = new QueryObserver(client, query as unknown as ConstructorParameters<typeof QueryObserver>[1]).subscribe(
    () => {},
  )
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.aborted).toBe(false)
  leave()
  await vi.waitFor(() => expect(requests[0]?.aborted).toBe(true))
})

test('a read that two screens show goes on until both are gone', async () => {
  const requests = blackHole()
  const client = createQueryClient(answerCache, { now: () => Date.parse('2026-01-20T00:00:00Z') })
  const [one, other] = [0, 1].map(() => new QueryObserver(client, readOf(homeIndex, {})).subscribe(() => {}))
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  one?.()
  expect(requests[0]?.aborted).toBe(false)
  other?.()
  await vi.waitFor(() => expect(requests[0]?.aborted).toBe(true))
})
