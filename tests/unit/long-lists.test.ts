import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { QueryObserver, type QueryFunction } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { Message } from '#protocol/messages.ts'
import type { Command } from '#src/outbox/command.ts'
import { storeReadMarks } from '#src/outbox/store-read-marks.ts'
import { createAnswerCache, type AnswerCache } from '#src/cache/persistent/answer-cache.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { createListCache, type ListCache } from '#src/cache/persistent/list-cache.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { hasNewer, readOlder, syncedQuery, type Pages, type SyncedList } from '#src/cache/persistent/synced-list.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { later } from '#tests/support/fake-transport.ts'

interface Note {
  id: string
  at: string
  line: string
}

const dayMs = 24 * 3600_000
const start = Date.parse('2026-01-20T00:00:00Z')
const none: AnswerCache = {
  read: async () => undefined,
  write: async () => {},
  facts: async () => [],
  clear: async () => {},
}

/** A list at a server, newest first, read by keyset cursor like ours. */
function serverOf(count: number, apartMs = 60_000) {
  const notes: Note[] = []
  let made = 0
  const add = (many: number) => {
    for (let i = 0; i < many; i++, made++)
      notes.unshift({ id: `n${made}`, at: new Date(start + made * apartMs).toISOString(), line: 'new' })
  }
  add(count)
  const asked: (string | undefined)[] = []
  const state = { isDown: false, refusal: undefined as number | undefined, limit: 10 }
  const pages: Pages = {
    name: 'mallNotice/noticeList',
    reviewed: 'month',
    atOf: (item) => (item as Note).at,
    async fetchPage(after, { limit = state.limit }) {
      asked.push(after)
      if (state.isDown) throw new ApiError('network', 'no route')
      if (state.refusal !== undefined && after !== undefined)
        throw new ApiError('rejected', 'not this page', { errno: state.refusal, http: state.refusal })
      const isBelow = ({ id }: Note) => after === undefined || Number(id.slice(1)) < Number(after.slice(1))
      const from = notes.filter((it) => !isBelow(it)).length
      const items = notes.slice(from, from + limit).map((it) => ({ ...it }))
      const next = from + limit < notes.length ? items.at(-1)?.id : undefined
      return { items, unread: 3, ...(next !== undefined && { next }) }
    },
  }
  return { notes, add, asked, state, pages }
}

function deviceOf(stored: ListCache, pages: Pages) {
  let now = start + dayMs
  const clock = { now: () => now }
  const client = createQueryClient(none, clock)
  const syncing = { cache: stored, clock, whose: () => 'Ana' }
  const query = { ...syncedQuery<Note>(pages, syncing), staleTime: 0, retry: false as const }
  return {
    client,
    query,
    pass: (ms: number) => {
      now += ms
    },
    look: () => client.fetchQuery(query),
    older: () => readOlder(client, pages, syncing),
    async all() {
      while (await readOlder(client, pages, syncing));
    },
    shown: () => client.getQueryData<SyncedList<Note>>(query.queryKey),
  }
}

type Device = ReturnType<typeof deviceOf>

function listCache() {
  const connection = createConnection(async () => openDatabase('voltfolio-test', factory))
  return createListCache(() => connection)
}
const brokenDisk: ListCache = {
  read: () => Promise.reject(new Error('closed')),
  facts: () => Promise.reject(new Error('closed')),
  add: () => Promise.reject(new Error('closed')),
  amend: () => Promise.reject(new Error('closed')),
}
let factory = { indexedDB: new IDBFactory(), IDBKeyRange }
const freshDisk = () => {
  factory = { indexedDB: new IDBFactory(), IDBKeyRange }
}

const ids = (list: { items: readonly unknown[] } | undefined) => (list?.items as Note[] | undefined)?.map((it) => it.id)

describe('a long list', () => {
  test('is read to its end once, and afterwards only what is new is asked for', async () => {
    freshDisk()
    const server = serverOf(35)
    const device = deviceOf(listCache(), server.pages)
    const first = await device.look()
    expect(first).toMatchObject({ isComplete: false, state: { top: { unread: 3 } } })
    expect(first.items).toHaveLength(10)
    await device.all()
    expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
    expect(device.shown()?.isComplete).toBe(true)

    server.add(4)
    server.asked.length = 0
    const later = await device.look()
    expect(server.asked).toEqual([undefined])
    expect(ids(later)).toEqual(server.notes.map((it) => it.id))
    expect(later.isComplete).toBe(true)
  })

  test('tells by one entry whether something is new, and what is stored without reading it', async () => {
    freshDisk()
    const server = serverOf(35)
    const cache = listCache()
    expect(await cache.facts(server.pages.name)).toBeUndefined()
    const device = deviceOf(cache, server.pages)
    await device.look()
    const partly = (await cache.facts(server.pages.name))!
    expect(partly).toMatchObject({ count: 10, state: { at: start + dayMs } })
    expect(partly.state.gaps).toHaveLength(1)
    await device.all()
    const whole = (await cache.facts(server.pages.name))!
    expect(whole).toMatchObject({ count: 35, state: { gaps: [] } })
    expect(await hasNewer(server.pages, whole)).toBe(false)
    server.add(1)
    expect(await hasNewer(server.pages, whole)).toBe(true)
    expect(await hasNewer(serverOf(0).pages, { state: { ...whole.state, newest: null }, count: 0 })).toBe(false)
  })

  test('opens complete from the disk without a network, with its age', async () => {
    freshDisk()
    const server = serverOf(35)
    const before = deviceOf(listCache(), server.pages)
    await before.look()
    await before.all()

    server.state.isDown = true
    const after = deviceOf(listCache(), server.pages)
    after.pass(dayMs)
    await expect(after.look()).rejects.toThrow('no route')
    expect(ids(after.shown())).toEqual(server.notes.map((it) => it.id))
    expect(after.client.getQueryState(after.query.queryKey)?.dataUpdatedAt).toBe(start + dayMs)
  })

  test('shows what is kept before a network that never answers says anything', async () => {
    freshDisk()
    const server = serverOf(5)
    await deviceOf(listCache(), server.pages).look()
    const silent = deviceOf(listCache(), { ...server.pages, fetchPage: () => later<never>().promise })
    const stop = new QueryObserver(silent.client, silent.query).subscribe(() => {})
    await vi.waitFor(() => expect(silent.shown()?.items).toHaveLength(5))
    stop()
  })

  test('more news than a page holds leave a gap, which is closed without losing what is below', async () => {
    freshDisk()
    const server = serverOf(12)
    const device = deviceOf(listCache(), server.pages)
    await device.look()
    await device.all()
    server.add(25)
    const list = await device.look()
    expect(list.isComplete).toBe(false)
    expect(list.items).toHaveLength(22)
    await device.all()
    expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
    expect(server.asked).toHaveLength(2 + 1 + 2)
  })

  test('a page that comes twice, or from another tab, makes no doubles', async () => {
    freshDisk()
    const server = serverOf(35)
    const stored = listCache()
    const [one, other] = [deviceOf(stored, server.pages), deviceOf(listCache(), server.pages)]
    await one.look()
    await other.look()
    await Promise.all([one.older(), one.older()])
    await other.all()
    await one.all()
    for (const it of [one, other]) expect(new Set(ids(it.shown())).size).toBe(ids(it.shown())?.length)
    const kept = await stored.read(server.pages.name)
    expect(ids(kept)).toEqual(server.notes.map((it) => it.id))
    expect(kept?.state.gaps).toEqual([])
  })

  test('what changed further down is found within a day, and nothing is deleted', async () => {
    freshDisk()
    const server = serverOf(35)
    const device = deviceOf(listCache(), server.pages)
    await device.look()
    await device.all()
    Object.assign(server.notes[30]!, { line: 'changed' })
    const [gone] = server.notes.splice(20, 1)
    await device.look()
    expect(device.shown()).toMatchObject({ isComplete: true })
    expect(device.shown()?.items[30]?.line, 'nobody looks so far down at every opening').toBe('new')
    device.pass(dayMs)
    await device.look()
    await device.all()
    expect(device.shown()?.items[30]?.line).toBe('changed')
    expect(ids(device.shown())).toContain(gone?.id)
  })

  test.each([
    ['a month back', 'month', 'new'],
    ['to its end', 'all', 'changed'],
  ] as const)('what changed is looked for %s', async (_, reviewed, line) => {
    freshDisk()
    const server = serverOf(35)
    const device = deviceOf(listCache(), { ...server.pages, reviewed })
    await device.look()
    await device.all()
    Object.assign(server.notes[30]!, { line: 'changed' })
    device.pass(60 * dayMs)
    await device.look()
    expect(device.shown(), 'all of it is here').toMatchObject({ isComplete: true })
    await device.all()
    expect(device.shown()).toMatchObject({ isComplete: true })
    expect(device.shown()?.items[30]?.line).toBe(line)
  })

  test('what changed further down is found at the next look after the clock was set back', async () => {
    freshDisk()
    const server = serverOf(35)
    const cache = listCache()
    const device = deviceOf(cache, server.pages)
    device.pass(365 * dayMs)
    await device.look()
    await device.all()
    Object.assign(server.notes[30]!, { line: 'changed' })
    // The app is opened again.
    const later = deviceOf(cache, server.pages)
    await later.look()
    await later.all()
    expect(later.shown()?.items[30]?.line).toBe('changed')
  })

  test('a cursor that is refused begins anew, and loses nothing', async () => {
    freshDisk()
    const server = serverOf(35)
    const device = deviceOf(listCache(), server.pages)
    await device.look()
    server.state.refusal = 400
    await expect(device.older()).rejects.toThrow('not this page')
    server.state.refusal = undefined
    await device.look()
    await device.all()
    expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
  })

  test('that was read in part is not called whole without a network, wherever its entries lie', async () => {
    freshDisk()
    const server = serverOf(35)
    const device = deviceOf(listCache(), server.pages)
    await device.look()
    server.state.refusal = 400
    await expect(device.older()).rejects.toThrow('not this page')
    server.state.isDown = true
    const offline = deviceOf(listCache(), server.pages)
    await expect(offline.look()).rejects.toThrow('no route')
    expect(offline.shown()).toMatchObject({ isComplete: false, items: { length: 10 } })
    await expect(offline.older(), 'and no more of it comes').rejects.toThrow('no route')
    Object.assign(server.state, { isDown: false, refusal: undefined })
    await offline.all()
    expect(offline.shown()?.isComplete).toBe(true)
    expect(ids(offline.shown())).toEqual(server.notes.map((it) => it.id))
  })

  test.each([429, 500, 503])('keeps its place while the server is busy, which answers %i', async (errno) => {
    freshDisk()
    const server = serverOf(35)
    const device = deviceOf(listCache(), server.pages)
    await device.look()
    await device.older()
    server.state.refusal = errno
    await expect(device.older()).rejects.toThrow('not this page')
    server.state.refusal = undefined
    server.asked.length = 0
    // The app is opened again.
    const later = deviceOf(listCache(), server.pages)
    await later.look()
    await later.older()
    expect(server.asked).toEqual([undefined, 'n15'])
    expect(later.shown()?.items).toHaveLength(30)
  })

  test('without a disk the screen still has everything', async () => {
    const server = serverOf(35)
    const device = deviceOf(brokenDisk, server.pages)
    await device.look()
    await device.all()
    expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
  })

  test('a disk that never answers keeps no screen from asking again after a network failure', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const server = serverOf(5)
    const device = deviceOf({ ...brokenDisk, read: () => later<never>().promise }, server.pages)
    server.state.isDown = true
    const first = device.look().catch((failure: unknown) => failure)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await first).toMatchObject({ kind: 'network' })
    server.state.isDown = false
    const second = device.look()
    await vi.advanceTimersByTimeAsync(1000)
    expect(ids(await second)).toEqual(server.notes.map((it) => it.id))
  })

  describe.each([
    ['stored', () => listCache()],
    ['without a disk', () => brokenDisk],
  ])('%s, after the server was restored from a backup', (_, disk) => {
    test.each([
      ['ends within a page', 100, 60_000],
      ['goes a day down within a page', 10, 6 * 3600_000],
      ['has more of a day than a page', 10, 60_000],
    ])("is the server's again where it %s", async (__, limit, apartMs) => {
      freshDisk()
      const server = serverOf(35, apartMs)
      server.state.limit = limit
      const device = deviceOf(disk(), server.pages)
      device.pass(60 * dayMs)
      await device.look()
      await device.all()
      server.notes.splice(0, 3)
      server.add(1)
      device.pass(1)
      await device.look()
      await device.all()
      expect(device.shown()?.isComplete).toBe(true)
      expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
      expect(server.notes).toHaveLength(33)
    })
  })

  test('that the server has lost leaves the disk too, and what another tab shows', async () => {
    freshDisk()
    const server = serverOf(35)
    const cache = listCache()
    const [one, other] = [deviceOf(cache, server.pages), deviceOf(listCache(), server.pages)]
    for (const it of [one, other]) {
      await it.look()
      await it.all()
    }
    server.notes.splice(0, 3)
    server.add(1)
    for (const it of [one, other]) {
      it.pass(1)
      await it.look()
      await it.all()
      expect(ids(it.shown())).toEqual(server.notes.map((note) => note.id))
    }
    expect(ids(await cache.read(server.pages.name))).toEqual(server.notes.map((it) => it.id))
  })

  test('of which the server has lost everything is empty, and is looked at for that', async () => {
    freshDisk()
    const server = serverOf(5)
    const cache = listCache()
    const device = deviceOf(cache, server.pages)
    await device.look()
    server.notes.length = 0
    expect(await hasNewer(server.pages, (await cache.facts(server.pages.name))!)).toBe(true)
    device.pass(1)
    expect(await device.look()).toMatchObject({ items: [], isComplete: true })
    expect(await cache.facts(server.pages.name)).toMatchObject({ count: 0 })
  })

  test('a restored server that gives the id of a lost entry to another is noticed', async () => {
    freshDisk()
    const server = serverOf(35)
    server.state.limit = 100
    const device = deviceOf(listCache(), server.pages)
    await device.look()
    const [lost] = server.notes.splice(0, 3)
    server.notes.unshift({ ...lost!, at: new Date(start + dayMs).toISOString() })
    device.pass(1)
    await device.look()
    expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
  })

  test('a head that was asked for before another tab read a newer one takes nothing away', async () => {
    freshDisk()
    const server = serverOf(35)
    server.state.limit = 100
    const cache = listCache()
    const other = deviceOf(listCache(), server.pages)
    const answer = later<void>()
    const late = deviceOf(cache, {
      ...server.pages,
      fetchPage: async (...it) => {
        const page = await server.pages.fetchPage(...it)
        await answer.promise
        return page
      },
    })
    const look = late.look()
    await vi.waitFor(() => expect(server.asked).toHaveLength(1), { interval: 1 })
    server.add(1)
    for (const it of [late, other]) it.pass(1)
    await other.look()
    answer.resolve()
    await look
    expect(ids(await cache.read(server.pages.name))).toContain('n35')
    expect((await cache.facts(server.pages.name))?.state.generation).toBeUndefined()
  })

  describe.each([
    ['stored', () => listCache()],
    ['without a disk', () => brokenDisk],
  ])('%s, when the head and an older page come at once', (_, disk) => {
    const both = [
      ['the head first', (it: Device) => [it.look(), it.older()]],
      ['the older page first', (it: Device) => [it.older(), it.look()]],
    ] as const
    test.each(both)('neither is lost: %s', async (__, ask) => {
      freshDisk()
      const server = serverOf(35)
      const device = deviceOf(disk(), server.pages)
      await device.look()
      server.add(1)
      await Promise.all(ask(device))
      expect(ids(device.shown())).toEqual(server.notes.slice(0, 21).map((it) => it.id))
      await device.all()
      expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
      expect(device.shown()?.isComplete).toBe(true)
    })
  })

  test('a page that comes while the library takes the head over is not lost, however many steps later', async () => {
    for (let steps = 0; steps < 20; steps++) {
      const server = serverOf(35)
      const device = deviceOf(brokenDisk, server.pages)
      await device.look()
      server.add(1)
      const fail = new Map<string | undefined, () => void>()
      const add: ListCache['add'] = (_, [newest]) =>
        new Promise<never>((__, reject) => fail.set(newest?.id, () => reject(new Error('closed'))))
      const slow = { cache: { ...brokenDisk, add }, clock: { now: () => start + dayMs }, whose: () => 'Ana' }
      const older = readOlder(device.client, server.pages, slow)
      const head = device.client.fetchQuery({ ...syncedQuery<Note>(server.pages, slow), staleTime: 0 })
      await vi.waitFor(() => expect([...fail.keys()].toSorted()).toEqual(['n24', 'n35']), { interval: 1 })
      fail.get('n35')?.()
      for (let step = 0; step < steps; step++) await Promise.resolve()
      fail.get('n24')?.()
      await Promise.all([older, head])
      expect(ids(device.shown()), `${steps} steps later`).toEqual(server.notes.slice(0, 21).map((it) => it.id))
    }
  })

  test('a page that comes once another member has signed in is neither stored for them nor shown to them', async () => {
    freshDisk()
    const [ana, ben] = [serverOf(35), serverOf(15)]
    const stored = listCache()
    const comes = Promise.withResolvers<void>()
    const slowly: Pages['fetchPage'] = async (...asked) => {
      await comes.promise
      return await ana.pages.fetchPage(...asked)
    }
    const device = deviceOf(stored, ana.pages)
    await device.look()
    let signedIn = 'Ana'
    const syncing = { cache: stored, clock: { now: () => start + dayMs }, whose: () => signedIn }
    const older = readOlder(device.client, { ...ana.pages, fetchPage: slowly }, syncing)
    signedIn = 'Ben'
    device.client.setQueryData(device.query.queryKey, await deviceOf(brokenDisk, ben.pages).look())
    const before = ids((await stored.read(ana.pages.name)) as { items: readonly unknown[] } | undefined)
    // Ben's own older page is asked for while the one for Ana is under way.
    const bens = readOlder(device.client, ben.pages, { ...syncing, cache: brokenDisk })
    expect(await bens).toBe(false)
    expect(ben.asked).toHaveLength(2)
    comes.resolve()
    expect(await older).toBe(false)
    expect(ids((await stored.read(ana.pages.name)) as { items: readonly unknown[] } | undefined)).toEqual(before)
    expect(ids(device.shown())).toEqual(ben.notes.map((it) => it.id))
  })

  test('a head that could not be stored keeps the gap below it, when an older page is stored afterwards', async () => {
    freshDisk()
    const server = serverOf(35)
    const stored = listCache()
    const add: ListCache['add'] = (list, entries, change) =>
      (entries[0]?.id === 'n46' ? brokenDisk : stored).add(list, entries, change)
    const device = deviceOf({ ...stored, add }, server.pages)
    await device.look()
    server.add(12)
    await Promise.all([device.older(), device.look()])
    await device.all()
    expect(ids(device.shown())).toEqual(server.notes.map((it) => it.id))
    expect(device.shown()?.isComplete).toBe(true)
  })

  test('a head that is shown while the disk is read for an older page keeps the gap below it', async () => {
    freshDisk()
    const server = serverOf(35)
    const stored = listCache()
    const isRead = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    let reads = 0
    const read: ListCache['read'] = async (list) => {
      const found = await stored.read(list)
      if (reads++ > 0) return found
      isRead.resolve()
      await mayGoOn.promise
      return found
    }
    const one = deviceOf(stored, server.pages)
    const other = deviceOf({ ...stored, read }, server.pages)
    reads = 1
    await one.look()
    await other.look()
    await one.all()
    reads = 0
    const older = other.older()
    await isRead.promise
    server.add(12)
    await other.look()
    mayGoOn.resolve()
    await older
    await other.all()
    expect(ids(other.shown())).toEqual(server.notes.map((it) => it.id))
  })

  test.each([
    ['looks', (it: Device) => it.look()],
    ['scrolls', (it: Device) => it.older()],
  ])('that another tab has read to its end is complete with all of it once this tab %s', async (_, act) => {
    freshDisk()
    const server = serverOf(35)
    const [one, other] = [deviceOf(listCache(), server.pages), deviceOf(listCache(), server.pages)]
    await one.look()
    await other.look()
    await one.all()
    await act(other)
    expect(other.shown()?.isComplete).toBe(true)
    expect(ids(other.shown())).toEqual(server.notes.map((it) => it.id))
  })

  test('that is out of date stays so when an older page comes', async () => {
    freshDisk()
    const device = deviceOf(listCache(), serverOf(35).pages)
    await device.look()
    await device.client.invalidateQueries({ queryKey: device.query.queryKey })
    await device.older()
    expect(device.shown()?.items).toHaveLength(20)
    expect(device.client.getQueryState(device.query.queryKey)?.isInvalidated).toBe(true)
  })

  test('signing out while a page is being stored shows nothing of it to the next member', async () => {
    freshDisk()
    const stored = listCache()
    const device = deviceOf({ ...stored, add: async (...it) => (await waiting, stored.add(...it)) }, serverOf(35).pages)
    let waiting: Promise<void> | undefined
    await device.look()
    const disk = later<void>()
    waiting = disk.promise
    const older = device.older()
    await Promise.resolve()
    device.client.clear()
    disk.resolve()
    await older
    expect(device.shown()).toBeUndefined()
  })

  test('signing out while the head waits for the disk stores nothing of it for whoever is next', async () => {
    freshDisk()
    const disk = later<undefined>()
    const stored = listCache()
    const { client, query } = deviceOf({ ...stored, read: () => disk.promise }, serverOf(5).pages)
    let run: unknown
    const queryFn: typeof query.queryFn = (it) => (run = (query.queryFn as QueryFunction)(it)) as never
    const head = client.fetchQuery({ ...query, queryFn }).catch(() => {})
    await vi.waitFor(() => expect(run).toBeDefined(), { interval: 1 })
    client.clear()
    disk.resolve(undefined)
    await expect(run).rejects.toThrow('abort')
    await head
    expect(await stored.facts(query.queryKey[0])).toBeUndefined()
  })

  test('signing out forgets it', async () => {
    freshDisk()
    const server = serverOf(5)
    await deviceOf(listCache(), server.pages).look()
    const connection = createConnection(async () => openDatabase('voltfolio-test', factory))
    await createAnswerCache(() => connection, { now: () => start }).clear()
    expect(await listCache().read(server.pages.name)).toBeUndefined()
  })

  test("whatever comes between, once read through it is the server's list", { timeout: 60_000 }, async () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('add' as const), many: fc.integer({ min: 1, max: 30 }) }),
      fc.constantFrom(
        { does: 'look' as const },
        { does: 'older' as const },
        { does: 'reload' as const },
        { does: 'other tab looks' as const },
        { does: 'network goes' as const },
        { does: 'network comes' as const },
        { does: 'server is restored' as const },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        freshDisk()
        const server = serverOf(3)
        let device = deviceOf(listCache(), server.pages)
        const other = deviceOf(listCache(), server.pages)
        for (const it of steps) {
          if (it.does === 'add') server.add(it.many)
          if (it.does === 'look') await device.look().catch(() => {})
          if (it.does === 'older') await device.older().catch(() => {})
          if (it.does === 'reload') device = deviceOf(listCache(), server.pages)
          if (it.does === 'other tab looks') await other.look().catch(() => {})
          if (it.does === 'network goes') server.state.isDown = true
          if (it.does === 'network comes') server.state.isDown = false
          if (it.does === 'server is restored') server.notes.splice(0, 4)
        }
        server.state.isDown = false
        await device.look()
        await device.all()
        const last = deviceOf(listCache(), server.pages)
        await last.look()
        await last.all()
        expect(ids(last.shown())).toEqual(server.notes.map((note) => note.id))
      }),
      { numRuns: 80 },
    )
  })

  test('whatever two tabs do at once, neither calls a list complete that is not', { timeout: 60_000 }, async () => {
    const step = fc.record({
      add: fc.integer({ min: 0, max: 15 }),
      acts: fc.array(fc.tuple(fc.nat(1), fc.constantFrom('look' as const, 'older' as const, 'all' as const)), {
        minLength: 1,
        maxLength: 4,
      }),
    })
    const run = fc.array(step, { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(run, fc.array(fc.boolean()), async (steps, failures) => {
        freshDisk()
        const server = serverOf(25)
        const tabs = [0, 1].map(() => {
          const stored = listCache()
          const add: ListCache['add'] = (...it) => (failures.pop() ? brokenDisk.add(...it) : stored.add(...it))
          return deviceOf({ ...stored, add }, server.pages)
        })
        const expectSound = (tab: Device) => {
          const shown = ids(tab.shown()) ?? []
          expect(new Set(shown).size).toBe(shown.length)
          const from = server.notes.findIndex((it) => it.id === shown[0])
          if (tab.shown()?.isComplete) expect(shown).toEqual(server.notes.slice(from).map((it) => it.id))
        }
        for (const { add, acts } of steps) {
          server.add(add)
          await Promise.all(acts.map(([tab, act]) => tabs[tab]![act]()))
          tabs.forEach(expectSound)
        }
        for (const tab of tabs) {
          await tab.look()
          await tab.all()
          expect(ids(tab.shown())).toEqual(server.notes.map((it) => it.id))
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('what was read', () => {
  const message = (id: string, at: string): Message => ({ id, title: '', line: '', route: null, at, readAt: null })
  const stored = [message('c', '2026-01-03T00:00:00.000Z'), message('b', '2026-01-02T00:00:00.000Z')]
  const readOf = async (change: Partial<Command>) => {
    freshDisk()
    const cache = listCache()
    await cache.add(
      'mallNotice/noticeList',
      stored.map((item) => ({ id: item.id, at: item.at, item })),
      (state) => state,
    )
    await storeReadMarks(cache, commandLike({ state: 'applied', settledAt: start, ...change }))
    const { items } = (await listCache().read('mallNotice/noticeList'))!
    return (items as Message[]).map(({ id, readAt }) => [id, readAt])
  }
  const readAt = new Date(start).toISOString()

  test('is stored with the messages, for when the command is gone', async () => {
    expect(await readOf({ call: 'mallNotice/getRead', args: { ids: ['b'] } })).toEqual([
      ['c', null],
      ['b', readAt],
    ])
    expect(await readOf({ call: 'mallNotice/readAll', args: { before: '2026-01-03T00:00:00.000Z' } })).toEqual([
      ['c', readAt],
      ['b', readAt],
    ])
    expect(await readOf({})).toEqual([
      ['c', null],
      ['b', null],
    ])
  })
})
