import { hashKey, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fill } from '#src/cache/prefetch/prefetch.ts'
import { prefetchPartsFor } from '#src/cache/prefetch/prefetch-parts.ts'
import { featureFlags } from '#src/entities/feature-flags.ts'
import type { StoredAnswer } from '#src/cache/persistent/answer-cache.ts'
import { messageHistory } from '#src/cache/persistent/long-lists.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'

const at = Date.parse('2026-01-20T00:00:00Z')
const clock = { now: () => at }
const catalogue = ['g/goods/list', { limit: 100 }, 'pages'] as const

/**
 * How many pieces of the part "offers" are fetched where the catalogue is stored in these pages, or in memory, as of
 * `storedAt`.
 */
async function missing(
  pages: readonly { items: unknown[]; next?: string }[],
  isInMemory = false,
  storedAt = at,
): Promise<number> {
  const stored: StoredAnswer = { hash: hashKey(catalogue), key: catalogue, data: { pages }, at: storedAt }
  const client = new QueryClient()
  if (isInMemory) client.setQueryData(catalogue, stored.data, { updatedAt: storedAt })
  const parts = prefetchPartsFor(
    client,
    isInMemory
      ? { facts: [], read: async () => undefined }
      : {
          facts: [{ hash: stored.hash, at: storedAt, size: 1 }],
          read: async (hash) => (hash === stored.hash ? stored : undefined),
        },
    false,
    clock,
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

test('what was stored before the clock was set back is missing', async () => {
  const whole = [{ items: [] }]
  for (const isInMemory of [false, true]) {
    expect(await missing(whole, isInMemory)).toBe(0)
    expect(await missing(whole, isInMemory, at + 1)).toBe(1)
  }
})

test('a long list from before the clock was set back is looked at again', async () => {
  const missingIn = async (updatedAt: number) => {
    const client = new QueryClient()
    client.setQueryData([...messageHistory.query.queryKey], { items: [], isComplete: true }, { updatedAt })
    const parts = prefetchPartsFor(client, { facts: [], read: async () => undefined }, true, clock)
    return (await parts.find((it) => it.name === 'messages')!.missing(at)).length
  }
  expect(await missingIn(at)).toBe(0)
  expect(await missingIn(at + 1)).toBe(1)
})

test.each([
  ['the news and help', [], {} as { kind?: string }],
  ['help alone where the news are off', ['news'], { kind: 'help' }],
])('articles of %s are fetched, and each in full', async (_, switchedOff, kind) => {
  const asked: URL[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(new URL(url, 'https://x'))
    return Promise.reject(new TypeError('no route'))
  })
  const client = new QueryClient()
  client.setQueryData(featureFlags.queryKey, { examine: true, showTimeDeposit: true, showGoods: '0', switchedOff })
  const parts = prefetchPartsFor(client, { facts: [], read: async () => undefined }, false, clock)
  const missingIn = (name: string) => parts.find((it) => it.name === name)!.missing(at)
  const [list] = await missingIn('news')
  await list!().catch(() => {})
  const [{ pathname, searchParams } = new URL('https://x')] = asked
  expect([pathname, searchParams.get('kind')]).toEqual(['/wx/help/list', kind.kind ?? null])
  client.setQueryData(['help/list', { ...kind, limit: 100 }, 'pages'], { pages: [{ items: [{ id: 'fees' }] }] })
  expect(await missingIn('news in full')).toHaveLength(1)
  vi.unstubAllGlobals()
})

test.each([
  [true, 'leave memory'],
  [false, 'stay in memory, where nothing is stored'],
])('details that are stored (%s): they %s', async (isKept) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')))
  const client = new QueryClient()
  client.setQueryData(['help/list', { limit: 100 }, 'pages'], { pages: [{ items: [{ id: 'fees' }] }] })
  const parts = prefetchPartsFor(client, { facts: [], read: async () => undefined, isKept }, false, clock)
  const [piece] = await parts.find((it) => it.name === 'news in full')!.missing(at)
  await piece!().catch(() => {})
  const query = client.getQueryCache().find({ queryKey: ['help/info', { id: 'fees' }] })
  expect(query!.gcTime < 60_000).toBe(isKept)
  vi.unstubAllGlobals()
})

test('an answer in memory from before the clock was set back is not taken for the new one', async () => {
  const fetching = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no route')))
  vi.stubGlobal('fetch', fetching)
  const client = new QueryClient()
  client.setQueryData(['goods/level/list', { type: 2 }], { items: [] }, { updatedAt: Date.now() + 3600_000 })
  const parts = prefetchPartsFor(client, { facts: [], read: async () => undefined }, false, clock)
  const [piece] = await parts.find((it) => it.name === 'levels')!.missing(at)
  await piece!().catch(() => {})
  expect(fetching).toHaveBeenCalled()
  vi.unstubAllGlobals()
})

describe('the parts of a member', () => {
  const avatarUrl = '/wx/picture/ayu'
  const lists: Record<string, unknown[]> = {
    'g/goods/list': [
      { id: 'scooter', kind: 'vehicle' },
      { id: 'pile', kind: 'pile' },
    ],
    'integral/goods/v2/list': [{ id: 'mug' }],
    'g/user/goods/list': [{ id: 'unit' }],
    'help/list': [{ id: 'how' }],
  }
  const answers: Record<string, unknown> = {
    'user/info': { userInfo: { country: 'ID', avatarUrl } },
    'game/sign/getSignNum': { today: '2026-01-20' },
  }

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** What is asked for on a device that has nothing, as path and arguments, and the pictures that are loaded. */
  async function asked(isMetered: boolean, caches: CacheStorage | undefined = fakeCaches()) {
    const client = new QueryClient()
    const keys: string[] = []
    const answer = <T>(queryKey: readonly unknown[], data: T): T => {
      keys.push(
        queryKey
          .slice(0, 2)
          .map((it) => (typeof it === 'string' ? it : JSON.stringify(it)))
          .join(' '),
      )
      client.setQueryData(queryKey, data, { updatedAt: at })
      return data
    }
    const one = vi.spyOn(client, 'fetchQuery')
    one.mockImplementation(async ({ queryKey }) => answer(queryKey, answers[String(queryKey[0])] ?? {}))
    const pages = vi.spyOn(client, 'fetchInfiniteQuery')
    pages.mockImplementation(async ({ queryKey }) =>
      answer(queryKey, { pages: [{ items: lists[String(queryKey[0])] ?? [] }], pageParams: [undefined] }),
    )
    const pictures: string[] = []
    vi.stubGlobal('caches', caches)
    vi.stubGlobal(
      'Image',
      class {
        set src(address: string) {
          pictures.push(address)
        }
      },
    )
    onTestFinished(() => client.clear())
    const parts = prefetchPartsFor(client, { facts: [], read: async () => undefined }, true, clock)
    const report = () => {}
    await fill({ parts, clock, isMetered: () => isMetered, mayGoOn: () => true, isAnswer: () => false, report })
    return { keys, pictures }
  }

  test('are text on a metered line: all of it, each once, and no picture', async () => {
    const { keys, pictures } = await asked(true)
    expect(keys).toEqual(
      expect.arrayContaining([
        'g/goods/list {"limit":100}',
        'g/goods/list {"sort":"newest","limit":100}',
        'help/info {"id":"how"}',
        'region/getRegion {"country":"ID"}',
        'nio/option/all {"countryId":"ID"}',
        'g/goods/vehicle/info {"id":"scooter"}',
        'g/goods/info {"id":"pile"}',
        'integral/goods/info {"id":"mug"}',
        'g/user/goods/info {"id":"unit"}',
      ]),
    )
    expect(keys.filter((it, place) => keys.indexOf(it) !== place)).toEqual([])
    expect(pictures).toEqual([])
  })

  test('are the same on any other line, with the picture until it is kept', async () => {
    const metered = await asked(true)
    const { keys, pictures } = await asked(false)
    expect(keys.toSorted()).toEqual(metered.keys.toSorted())
    expect(pictures).toEqual([avatarUrl])
    const store = fakeCaches()
    await (await store.open('voltfolio-pictures')).put(avatarUrl, new Response())
    expect((await asked(false, store)).pictures).toEqual([])
  })
})
