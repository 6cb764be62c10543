import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import {
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
  type InfiniteData,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { moneyTotals } from '#protocol/books.ts'
import { ApiError, duplicateMessage } from '#src/api/api-error.ts'
import { completed } from '#src/api/requesting.ts'
import { createAnswerCache, type AnswerCache, type StoredAnswer } from '#src/cache/persistent/answer-cache.ts'
import { createBootCache } from '#src/cache/boot/boot-cache.ts'
import { sayRestDue } from '#src/lib/rest-due.ts'
import { bytesOfText } from '#src/lib/bytes.ts'
import { sleep } from '#src/lib/sleep.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { createQueryClient, refetchInvalidated } from '#src/cache/query-client.ts'
import { readOf } from '#src/cache/read-of.ts'
import { bootPaths, caps, placementOf } from '#src/cache/placement.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'
import { later } from '#tests/support/fake-transport.ts'

const yesterday = Date.parse('2026-11-19T14:02:00Z')
const clock = { now: () => Date.parse('2026-11-20T00:00:00Z') }
const empty: AnswerCache = {
  read: async () => undefined,
  write: async () => {},
  facts: async () => [],
  clear: async () => {},
}
const answer = { total: 3 }

afterEach(() => {
  vi.useRealTimers()
})

describe('the boot cache', () => {
  test('gives back synchronously what it was given, with the time it was true', () => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf()
    const before = new QueryClient()
    createBootCache(syncStorage, 'A', clock).follow(before)
    before.setQueryData(['home/indexV3', {}], answer, { updatedAt: yesterday })
    vi.advanceTimersByTime(1000)

    const after = new QueryClient()
    expect(createBootCache(syncStorage, 'A', clock).restore(after)).toBe(1)
    expect(after.getQueryData(['home/indexV3', {}])).toEqual(answer)
    expect(after.getQueryState(['home/indexV3', {}])).toMatchObject({
      dataUpdatedAt: yesterday,
      status: 'success',
      fetchStatus: 'idle',
    })
    expect(createBootCache(syncStorage, 'B', clock).restore(new QueryClient()), 'another member finds nothing').toBe(0)
  })

  test('does not put an older answer over one that was just asked for', () => {
    const syncStorage = syncStorageOf()
    const before = new QueryClient()
    before.setQueryData(['sysconfig/getExamineStatus', {}], { examine: true }, { updatedAt: yesterday })
    before.setQueryData(['user/info', {}], answer, { updatedAt: yesterday })
    createBootCache(syncStorage, 'A', clock).flush(before)

    const client = new QueryClient()
    client.setQueryData(['sysconfig/getExamineStatus', {}], { examine: false }, { updatedAt: yesterday + 1000 })
    createBootCache(syncStorage, 'A', clock).restore(client)
    expect(client.getQueryData(['sysconfig/getExamineStatus', {}])).toEqual({ examine: false })
    expect(client.getQueryData(['user/info', {}])).toEqual(answer)
  })

  test('keeps only what the first frame shows', () => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf()
    const client = new QueryClient()
    createBootCache(syncStorage, 'A', clock).follow(client)
    client.setQueryData(['mallNotice/noticeList', {}], answer)
    client.setQueryData(['user/info', {}], answer)
    vi.advanceTimersByTime(1000)
    const after = new QueryClient()
    createBootCache(syncStorage, 'A', clock).restore(after)
    expect(
      after
        .getQueryCache()
        .getAll()
        .map((query) => query.queryKey),
    ).toEqual([['user/info', {}]])
  })

  test.each([
    ['the browser has no room', 6000],
    ['it would grow beyond its cap', Infinity],
  ])('drops the oldest answers when %s', (_, room) => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf(room)
    const client = new QueryClient()
    createBootCache(syncStorage, 'A', clock).follow(client)
    // Two bytes a letter: what counts is what is stored, not how many letters it has.
    const big = 'é'.repeat(room === Infinity ? caps.boot / 5 : 2500)
    for (const n of [1, 2, 3]) client.setQueryData(['user/info', { n }], big, { updatedAt: yesterday + n })
    vi.advanceTimersByTime(1000)
    const after = new QueryClient()
    createBootCache(syncStorage, 'A', clock).restore(after)
    const left = after
      .getQueryCache()
      .getAll()
      .map((query) => query.queryKey[1])
    expect(left).toContainEqual({ n: 3 })
    expect(left).not.toContainEqual({ n: 1 })
    expect(bytesOfText(syncStorage.getItem('voltfolio-boot-A') ?? '')).toBeLessThan(100_000)
  })

  test('a page that goes with more than there is room for keeps the newest', () => {
    const syncStorage = syncStorageOf()
    const client = new QueryClient()
    const shelf = createBootCache(syncStorage, 'A', clock)
    for (const n of [1, 2, 3])
      client.setQueryData(['user/info', { n }], 'x'.repeat(caps.boot * 0.4), { updatedAt: yesterday + n })
    shelf.flush(client)
    const after = new QueryClient()
    expect(createBootCache(syncStorage, 'A', clock).restore(after)).toBe(2)
    expect(after.getQueryData(['user/info', { n: 3 }])).toBeDefined()
  })

  test('a save that was waiting does not bring back what signing out removed', () => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf()
    const client = new QueryClient()
    const shelf = createBootCache(syncStorage, 'A', clock)
    shelf.follow(client)
    client.setQueryData(['user/info', {}], answer)
    shelf.remove()
    vi.advanceTimersByTime(5000)
    expect(syncStorage.kept.size).toBe(0)
  })

  test.each(['not json', '{"clientState":5}', 'null'])('opens empty on a corrupt entry: %s', (text) => {
    const syncStorage = syncStorageOf()
    syncStorage.setItem('voltfolio-boot-A', text)
    expect(createBootCache(syncStorage, 'A', clock).restore(new QueryClient())).toBe(0)
  })

  test('what was heard less than a second before the page goes is kept all the same', () => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf()
    const client = new QueryClient()
    const shelf = createBootCache(syncStorage, 'A', clock)
    shelf.follow(client)
    client.setQueryData(['g/account/info', {}], answer, { updatedAt: yesterday })
    shelf.flush(client)
    const after = new QueryClient()
    expect(createBootCache(syncStorage, 'A', clock).restore(after)).toBe(1)
    expect(after.getQueryState(['g/account/info', {}])?.dataUpdatedAt).toBe(yesterday)

    shelf.remove()
    shelf.flush(client)
    expect(
      createBootCache(syncStorage, 'A', clock).restore(new QueryClient()),
      'nothing comes back after signing out',
    ).toBe(0)
  })

  test('what a command has changed is still to be fetched again after a reload', () => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf()
    const client = new QueryClient()
    createBootCache(syncStorage, 'A', clock).follow(client)
    client.setQueryData(['g/account/info', {}], answer)
    vi.advanceTimersByTime(1000)
    void client.invalidateQueries({ queryKey: ['g/account/info'] })
    vi.advanceTimersByTime(1000)
    const after = new QueryClient()
    createBootCache(syncStorage, 'A', clock).restore(after)
    expect(after.getQueryState(['g/account/info', {}])).toMatchObject({ isInvalidated: true, data: answer })
  })

  test('what an older build kept in its own form is left alone until it is written anew', () => {
    const syncStorage = syncStorageOf()
    const old = { shape: 2, answers: [{ key: ['user/info', {}], data: answer, at: yesterday, isOld: false }] }
    syncStorage.setItem('voltfolio-boot-A', JSON.stringify(old))
    const client = new QueryClient()
    const boot = createBootCache(syncStorage, 'A', clock)
    expect(boot.restore(client)).toBe(0)
    client.setQueryData(['user/info', {}], answer)
    boot.flush(client)
    expect(createBootCache(syncStorage, 'A', clock).restore(new QueryClient())).toBe(1)
  })

  test('a clock that was ahead makes no answer fresh for ever, and a failure is not kept', async () => {
    const syncStorage = syncStorageOf()
    const before = new QueryClient()
    const queryKey = ['user/info', {}]
    before.setQueryData(queryKey, answer, { updatedAt: clock.now() + 1_000_000 })
    await before
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('no route')), retry: false })
      .catch(() => {})
    createBootCache(syncStorage, 'A', clock).flush(before)
    const after = new QueryClient()
    createBootCache(syncStorage, 'A', clock).restore(after)
    expect(after.getQueryState(queryKey)).toMatchObject({
      dataUpdatedAt: clock.now(),
      status: 'success',
      error: null,
    })
  })

  test('what a clock that was ahead has stamped is asked for again at the next start', () => {
    const syncStorage = syncStorageOf()
    const before = new QueryClient()
    before.setQueryData(['g/account/info', {}], answer, { updatedAt: clock.now() + 1 })
    before.setQueryData(['user/info', {}], answer, { updatedAt: clock.now() })
    createBootCache(syncStorage, 'A', clock).flush(before)
    const after = new QueryClient()
    createBootCache(syncStorage, 'A', clock).restore(after)
    const isInvalidated = (path: string) => after.getQueryState([path, {}])?.isInvalidated
    expect([isInvalidated('g/account/info'), isInvalidated('user/info')]).toEqual([true, false])
  })

  test('a boot cache that is not followed any more writes nothing of the next member', () => {
    vi.useFakeTimers()
    const syncStorage = syncStorageOf()
    const client = new QueryClient()
    const stop = createBootCache(syncStorage, 'A', clock).follow(client)
    client.setQueryData(['user/info', {}], answer)
    stop()
    client.setQueryData(['user/info', {}], 'of B')
    vi.advanceTimersByTime(5000)
    const after = new QueryClient()
    createBootCache(syncStorage, 'A', clock).restore(after)
    expect(after.getQueryData(['user/info', {}])).toEqual(answer)
    expect([...syncStorage.kept.keys()]).toEqual(['voltfolio-boot-A'])
  })

  test('no call that hands out a secret is on it', () => {
    expect(bootPaths.filter((path) => path.startsWith('auth/') || path === 'captcha')).toEqual([])
  })
})

const options = { queryKey: ['mallNotice/noticeList', {}] as const }

describe('the persistent cache', () => {
  const kept: StoredAnswer = { hash: '', key: ['mallNotice/noticeList', {}], data: { total: 1 }, at: yesterday }

  function watch(shelf: AnswerCache, queryFn: () => Promise<unknown>, isFirstVisit = false) {
    const client = createQueryClient(shelf, clock, isFirstVisit)
    const seen: { data: unknown; at: number; status: string; fetchStatus: string }[] = []
    const observer = new QueryObserver(client, { ...options, queryFn, retry: false })
    const stop = observer.subscribe(({ data, dataUpdatedAt, status, fetchStatus }) =>
      seen.push({ data, at: dataUpdatedAt, status, fetchStatus }),
    )
    return { seen, observer, stop, client }
  }

  test('answers at once with its true age while the network is asked', async () => {
    const network = later<unknown>()
    const { seen, observer, stop } = watch({ ...empty, read: async () => kept }, () => network.promise)
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ total: 1 }))
    expect(observer.getCurrentResult()).toMatchObject({
      dataUpdatedAt: yesterday,
      fetchStatus: 'fetching',
      status: 'success',
    })
    network.resolve({ total: 2 })
    await vi.waitFor(() =>
      expect(observer.getCurrentResult()).toMatchObject({ data: { total: 2 }, fetchStatus: 'idle' }),
    )
    expect(
      seen
        .filter((it) => it.data !== undefined && it.at !== yesterday)
        .every((it) => (it.data as { total: number }).total === 2),
      'old data is never shown as new',
    ).toBe(true)
    stop()
  })

  test('a network that fails leaves the kept answer, with its age', async () => {
    const { observer, stop } = watch({ ...empty, read: async () => kept }, () => Promise.reject(new Error('no route')))
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
    expect(observer.getCurrentResult()).toMatchObject({ data: { total: 1 }, dataUpdatedAt: yesterday })
    stop()
  })

  test('what an older build stored has the defaults of fields that came later, in pages too', async () => {
    const totals = {
      currency: 'USD',
      members: [],
      promised: 0,
      claims: 0,
      machines: { booked: 5, operatorFee: 1, paidOut: 2, left: 2 },
      reserve: 0,
      operator: 0,
      sales: 0,
      otherHouse: 0,
      outside: 5,
    }
    const data = { at: '2026-11-23T02:30:58.550Z', isSound: true, checks: [], totals: [totals] }
    const client = createQueryClient({ ...empty, read: async () => ({ ...kept, data }) }, clock)
    const query = { ...readOf(moneyTotals, {}), queryFn: () => Promise.reject(new Error('no route')), retry: false }
    await client.fetchQuery(query).catch(() => {})
    expect(client.getQueryData(readOf(moneyTotals, {}).queryKey)?.totals[0]).toMatchObject({
      debts: 0,
      spent: 0,
      confirmed: null,
      machines: { left: 2, unsold: 0 },
    })
    const pages = { pages: [data], pageParams: [undefined] }
    expect(completed(moneyTotals, pages)).toMatchObject({ pages: [{ totals: [{ debts: 0 }] }] })
    expect(completed(moneyTotals, { at: 'once' }), 'of another shape').toEqual({ at: 'once' })
  })

  describe('with a list in pages of which more than the first is kept', () => {
    const queryKey = ['g/user/goods/list', {}, 'pages'] as const
    const old = { pages: [page('a', 'b'), page('b', 'c'), page('c')], pageParams: [undefined, 'b', 'c'] }
    const keptPages: StoredAnswer = { hash: '', key: queryKey, data: old, at: yesterday }

    function page(from: string, next?: string, seen = 'yesterday') {
      return { items: [{ id: from, seen }], ...(next !== undefined && { next }) }
    }

    /** A server whose pages begin with these letters. */
    function watchPages(letters: string, read: AnswerCache['read'] = async () => keptPages) {
      const written: StoredAnswer[] = []
      const server = {
        letters,
        asked: [] as (string | undefined)[],
        failsAt: undefined as string | undefined,
        line: Promise.resolve(),
      }
      const client = createQueryClient({ ...empty, read, write: async (it) => void written.push(it) }, clock)
      const observer = new InfiniteQueryObserver(client, {
        queryKey,
        retry: false,
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last: { next?: string }) => last.next,
        queryFn: async ({ pageParam }) => {
          server.asked.push(pageParam)
          const from = pageParam ?? server.letters[0]!
          if (from === server.failsAt) throw new Error('no route')
          await server.line
          return page(from, server.letters[server.letters.indexOf(from) + 1], 'today')
        },
      })
      const stop = observer.subscribe(() => {})
      onTestFinished(stop)
      const ids = (data: unknown) =>
        (data as InfiniteData<ReturnType<typeof page>> | undefined)?.pages.flatMap((it) =>
          it.items.map(({ id, seen }) => `${id} ${seen}`),
        )
      const shown = () => ids(client.getQueryData(queryKey))
      const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
      return { client, observer, server, shown, settled, stored: () => written.map((it) => ids(it.data)) }
    }

    test('fetches as many pages as it shows, so that none goes and all figures are of now', async () => {
      const line = later<void>()
      const { shown, stored, server, settled } = watchPages('abcd')
      server.line = line.promise
      await vi.waitFor(() => expect(shown()).toEqual(['a yesterday', 'b yesterday', 'c yesterday']))
      line.resolve()
      await settled()
      expect(shown()).toEqual(['a today', 'b today', 'c today'])
      expect(stored()).toEqual([shown()])
      expect(server.asked).toEqual([undefined, 'b', 'c'])
    })

    test('follows the list as it is by now, also where it has become shorter', async () => {
      const longer = watchPages('xabc')
      await longer.settled()
      expect(longer.shown()).toEqual(['x today', 'a today', 'b today'])
      const shorter = watchPages('ab')
      await shorter.settled()
      expect(shorter.shown()).toEqual(['a today', 'b today'])
    })

    test('waits for a disk that is slower than the network, but not for ever', async () => {
      const disk = later<StoredAnswer>()
      const slow = watchPages('abc', () => disk.promise)
      await vi.waitFor(() => expect(slow.server.asked).toHaveLength(1))
      disk.resolve(keptPages)
      await slow.settled()
      expect(slow.shown()).toEqual(['a today', 'b today', 'c today'])
      vi.useFakeTimers()
      const dead = watchPages('abc', () => later<undefined>().promise)
      await vi.advanceTimersByTimeAsync(1000)
      expect(dead.shown()).toEqual(['a today'])
    })

    test('is neither stored nor shown once the member has signed out while the disk was read', async () => {
      const disk = later<StoredAnswer>()
      const { client, server, shown, stored } = watchPages('abc', () => disk.promise)
      await vi.waitFor(() => expect(server.asked).toHaveLength(1))
      client.removeQueries()
      disk.resolve(keptPages)
      await sleep(20)
      expect(stored()).toEqual([])
      expect(shown()).toBeUndefined()
    })

    test('keeps what it shows, with its age, where a later page fails', async () => {
      const { observer, server, shown, stored, settled } = watchPages('abc')
      server.failsAt = 'c'
      await settled()
      expect(observer.getCurrentResult()).toMatchObject({ isError: true, dataUpdatedAt: yesterday })
      expect(shown()).toEqual(['a yesterday', 'b yesterday', 'c yesterday'])
      expect(stored()).toEqual([])
      server.failsAt = undefined
      await observer.refetch()
      expect(shown()).toEqual(['a today', 'b today', 'c today'])
    })

    test('asks for all of them again once a command has changed the list', async () => {
      const { client, server, settled } = watchPages('abc')
      await settled()
      server.asked.length = 0
      refetchInvalidated(client, [queryKey[0]])
      await settled()
      expect(server.asked).toEqual([undefined, 'b', 'c'])
    })
  })

  test('a first visit looks at no disk on its way, but where the network fails it does', async () => {
    const read = vi.fn<AnswerCache['read']>(async () => kept)
    const network = later<unknown>()
    const write = vi.fn<AnswerCache['write']>(async () => {})
    const first = watch({ ...empty, read, write }, () => network.promise, true)
    network.resolve({ total: 2 })
    await vi.waitFor(() => expect(first.observer.getCurrentResult().data).toEqual({ total: 2 }))
    expect(read).not.toHaveBeenCalled()
    expect(write, 'until the rest of the app is due').not.toHaveBeenCalled()
    sayRestDue()
    await vi.waitFor(() => expect(write).toHaveBeenCalledOnce())
    first.stop()

    const { observer, stop } = watch({ ...empty, read }, () => Promise.reject(new Error('no route')), true)
    await vi.waitFor(() =>
      expect(observer.getCurrentResult()).toMatchObject({
        isError: true,
        data: { total: 1 },
        dataUpdatedAt: yesterday,
      }),
    )
    stop()
  })

  test('what a clock that was ahead has stamped is asked for again all the same', async () => {
    const network = later<unknown>()
    const { observer, stop } = watch(
      { ...empty, read: async () => ({ ...kept, at: clock.now() + 10 * 86_400_000 }) },
      () => network.promise,
    )
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ total: 1 }))
    expect(observer.getCurrentResult().dataUpdatedAt).toBe(clock.now())
    stop()
  })

  test('a screen that goes takes its request with it', async () => {
    let signal: AbortSignal | undefined
    const client = createQueryClient({ ...empty, read: async () => kept }, clock)
    const observer = new QueryObserver(client, {
      ...options,
      retry: false,
      queryFn: (context) => {
        signal = context.signal
        return later<never>().promise
      },
    })
    const stop = observer.subscribe(() => {})
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ total: 1 }))
    expect(signal?.aborted).toBe(false)
    stop()
    expect(signal?.aborted).toBe(true)
  })

  test('a disk that never answers holds nothing up', async () => {
    const { observer, stop } = watch({ ...empty, read: () => later<undefined>().promise }, async () => ({ total: 2 }))
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ total: 2 }))
    stop()
  })

  test('a disk that never answers keeps no screen from asking again after a network failure', async () => {
    vi.useFakeTimers()
    const client = createQueryClient({ ...empty, read: () => later<undefined>().promise }, clock)
    const queryFn = vi
      .fn<() => Promise<typeof answer>>()
      .mockResolvedValue(answer)
      .mockRejectedValueOnce(new ApiError('network', 'no route'))
    const read = () => client.fetchQuery({ ...options, queryFn, retry: false })
    const first = read().catch((failure: unknown) => failure)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await first).toMatchObject({ kind: 'network' })
    expect(await read()).toEqual(answer)
  })

  test('a kept answer that is found late does not undo a fresh one', async () => {
    const disk = later<StoredAnswer>()
    const { observer, stop } = watch({ ...empty, read: () => disk.promise }, async () => ({ total: 2 }))
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ total: 2 }))
    disk.resolve(kept)
    await disk.promise
    expect(observer.getCurrentResult().data).toEqual({ total: 2 })
    stop()
  })

  test('asks again where the same was being asked already, so that no screen goes without', async () => {
    vi.useFakeTimers()
    const client = createQueryClient(empty, clock)
    const asked = vi
      .fn<() => Promise<typeof answer>>()
      .mockResolvedValue(answer)
      .mockRejectedValueOnce(new ApiError('aborted', duplicateMessage))
    const read = client.fetchQuery({ ...options, queryFn: asked })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await read).toEqual(answer)
  })

  test("keeps what the network said, except where yesterday's answer would mislead", async () => {
    const written: StoredAnswer[] = []
    const client = createQueryClient({ ...empty, write: async (it) => void written.push(it) }, clock)
    await client.fetchQuery({ ...options, queryFn: async () => answer })
    await client.fetchQuery({ queryKey: ['Profit/calculate', { amount: 1 }], queryFn: async () => answer })
    expect(written).toMatchObject([{ key: options.queryKey, data: answer, at: clock.now() }])
    expect(placementOf('Profit/calculate').cache).toBe('none')
  })
})

describe('a clock that is set back while the app is open', () => {
  /** A screen that has read something; `hours` sets the clock. */
  async function opened(change: Partial<QueryObserverOptions> = {}) {
    vi.useFakeTimers({ now: clock.now() })
    const client = createQueryClient(empty, { now: () => Date.now() })
    const queryFn = vi.fn<() => Promise<typeof answer>>(async () => answer)
    const open = () =>
      new QueryObserver(client, { ...options, queryFn, staleTime: 15_000, ...change }).subscribe(() => {})
    const asked = async () => {
      await vi.advanceTimersByTimeAsync(10)
      return queryFn.mock.calls.length
    }
    const close = open()
    await asked()
    return { client, open, close, asked, setBack: () => vi.setSystemTime(clock.now() - 7 * 3600_000) }
  }

  test('does not make answers fresh: a screen that is opened asks again, once', async () => {
    const { open, close, asked, setBack } = await opened()
    open()
    expect(await asked(), 'by the clock of the answer it is fresh').toBe(1)
    setBack()
    close()
    open()
    expect(await asked()).toBe(2)
    open()
    expect(await asked()).toBe(2)
  })

  test.each(['onFocus', 'onOnline'] as const)('%s: a screen that stands asks again, once', async (event) => {
    const { client, asked, setBack } = await opened()
    client.getQueryCache()[event]()
    expect(await asked()).toBe(1)
    setBack()
    client.getQueryCache()[event]()
    expect(await asked()).toBe(2)
    client.getQueryCache()[event]()
    expect(await asked()).toBe(2)
  })

  test.each([
    [{ refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false }],
    [{ staleTime: 'static' }],
  ] as const)('a read that is not to be repeated is not: %o', async (change) => {
    const { client, open, asked, setBack } = await opened(change)
    setBack()
    open()
    client.getQueryCache().onFocus()
    client.getQueryCache().onOnline()
    expect(await asked()).toBe(1)
  })
})

function shelf(cap?: number, indexedDB = new IDBFactory()) {
  const connection = createConnection(async () => openDatabase('voltfolio-test', { indexedDB, IDBKeyRange }))
  let time = 0
  return createAnswerCache(() => connection, { now: () => (time += 3600_000) }, cap)
}

describe('kept answers in the database', () => {
  test('come back as they were', async () => {
    const it = shelf()
    await it.write({ hash: 'h', key: ['a', {}], data: answer, at: yesterday })
    expect(await it.read('h')).toEqual({ hash: 'h', key: ['a', {}], data: answer, at: yesterday })
    await it.clear()
    expect(await it.read('h')).toBeUndefined()
  })

  test('stay below the cap; those unused for longest go first', async () => {
    const it = shelf(1000)
    const write = (hash: string) => it.write({ hash, key: [hash], data: 'x'.repeat(298), at: yesterday })
    for (const hash of ['a', 'b', 'c']) await write(hash)
    await it.read('a')
    await write('d')
    expect(await it.read('b')).toBeUndefined()
    expect(await it.read('a')).toBeDefined()
    expect(await it.read('d')).toBeDefined()
  })

  test('stay below the cap however short the visits are', async () => {
    const disk = new IDBFactory()
    for (const hash of ['a', 'b', 'c', 'd', 'e'])
      await shelf(1000, disk).write({ hash, key: [hash], data: 'x'.repeat(298), at: yesterday })
    const facts = await shelf(1000, disk).facts()
    expect(facts.reduce((sum, it) => sum + it.size, 0)).toBeLessThanOrEqual(1000)
  })

  test('are known by age and size without being read', async () => {
    const it = shelf()
    await it.write({ hash: 'h', key: ['a', {}], data: 'é', at: yesterday })
    expect(await it.facts()).toEqual([{ hash: 'h', at: yesterday, size: 4 }])
  })
})

describe('a read that the server wants to be asked again later', () => {
  const refused = (retryAfter: number) => {
    const queryFn = vi
      .fn<() => Promise<never>>()
      .mockRejectedValue(new ApiError('notOurs', '', { http: 503, retryAfter }))
    const observer = new QueryObserver(createQueryClient(empty, clock), { queryKey: ['user/info', {}], queryFn })
    onTestFinished(observer.subscribe(() => {}))
    return { queryFn, observer }
  }

  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('is asked again after that time', async () => {
    const { queryFn } = refused(5000)
    await vi.advanceTimersByTimeAsync(4999)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  test('fails at once where that is long: the screen says so, and offers to ask again', async () => {
    const { queryFn, observer } = refused(3_600_000)
    await vi.advanceTimersByTimeAsync(100)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
    void observer.refetch()
    await vi.advanceTimersByTimeAsync(100)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })
})
