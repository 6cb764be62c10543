import { IDBDatabase as FDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { createConnection, type Connection } from '#src/cache/storage/connection.ts'
import { openDatabase, openRanges, type Database } from '#src/cache/storage/database.ts'
import { readMeta, takeMeta, writeMeta } from '#src/cache/storage/meta.ts'
import { leaveRoute, routeOf, takeRoute } from '#src/cache/storage/pending-route.ts'
import { checkSentinel, noteLossTold } from '#src/cache/storage/sentinel.ts'
import { commandLike } from '#tests/support/command-like.ts'

let from: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
let open: Database
let connection: Connection

beforeEach(() => {
  from = { indexedDB: new IDBFactory(), IDBKeyRange }
  connection = createConnection(async () => (open = openDatabase('voltfolio-A', from)))
})

const put = (row: object) => connection.use((database) => database.table<object, string>('commands').put(row))

/** With which durability each transaction that writes was begun; `default` where none was asked for. */
function durabilities(): (string | undefined)[] {
  const asked: (string | undefined)[] = []
  const prototype = FDBDatabase.prototype as unknown as IDBDatabase
  const begin = prototype.transaction
  const spy = vi.spyOn(prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, mode, options) {
    if (mode === 'readwrite') asked.push(options?.durability)
    return begin.call(this, names, mode, options)
  })
  onTestFinished(() => spy.mockRestore())
  return asked
}

test("what is said to be saved is on the disk: every write of the members' database is strict", async () => {
  const asked = durabilities()
  const storage = createDexieStorage(connection, 'A')
  await storage.append(undefined, (seq) => commandLike({ seq }))
  await storage.update('id', (row) => ({ ...row, attempt: 1 }))
  await writeMeta(connection, 'name', 1)
  await storage.remove(['id'])
  expect(asked.length).toBeGreaterThan(3)
  expect(new Set(asked)).toEqual(new Set(['strict']))
})

test('street tiles, which can be fetched again, wait for no disk', async () => {
  const asked = durabilities()
  await openRanges('voltfolio-streets', from).put({ key: 'a', bytes: new ArrayBuffer(1), size: 1, usedAt: 1 })
  expect(asked).not.toEqual([])
  expect(asked).not.toContain('strict')
})

describe('stored commands', () => {
  test('come back in order, and the sequence never gives a number twice', async () => {
    const storage = createDexieStorage(connection, 'A')
    await storage.append(undefined, (seq) => commandLike({ id: 'b', seq }))
    await storage.append(undefined, (seq) => commandLike({ id: 'a', seq }))
    expect((await storage.rows()).map((row) => [row.id, row.seq])).toEqual([
      ['b', 1],
      ['a', 2],
    ])
    await storage.remove(['a', 'b'])
    expect((await storage.append(undefined, (seq) => commandLike({ id: 'c', seq })))?.seq).toBe(3)
  })

  test('a change is atomic, and a row that is gone is not brought back', async () => {
    const storage = createDexieStorage(connection, 'A')
    await storage.append(undefined, (seq) => commandLike({ seq }))
    await Promise.all(
      Array.from({ length: 10 }, () => storage.update('id', (row) => ({ ...row, attempt: row.attempt + 1 }))),
    )
    expect((await storage.rows())[0]?.attempt).toBe(10)
    await storage.remove(['id'])
    expect(await storage.update('id', (row) => row)).toBeUndefined()
    expect(await storage.rows()).toEqual([])
  })

  test('a row that cannot be read is shown, and never written to', async () => {
    const storage = createDexieStorage(connection, 'A')
    await put({ id: 'corrupt', state: 7 })
    await put(commandLike({ id: 'of another member', uid: 'B' }))
    expect((await storage.rows()).map((row) => [row.id, row.state])).toEqual([
      ['corrupt', 'quarantined'],
      ['of another member', 'quarantined'],
    ])
    expect(await storage.update('corrupt', (row) => row)).toBeUndefined()
    expect(await storage.update('of another member', (row) => row)).toBeUndefined()
  })

  test('nothing is claimed once the outbox is sealed, however long ago somebody looked', async () => {
    const storage = createDexieStorage(connection, 'A')
    await storage.append(undefined, (seq) => commandLike({ seq }))
    const claim = () => storage.claim('id', (row) => ({ ...row, attempt: row.attempt + 1 }))
    await storage.setSuspended(true)
    expect(await claim()).toBeUndefined()
    expect((await storage.rows())[0]?.attempt).toBe(0)
    await storage.setSuspended(false)
    expect((await claim())?.attempt).toBe(1)
  })

  test('what a later version wrote beside our fields survives our changes', async () => {
    const storage = createDexieStorage(connection, 'A')
    await put({ ...commandLike(), v: 2, priority: 'high' })
    await storage.update('id', (row) => ({ ...row, attempt: 1 }))
    expect(await connection.use((database) => database.table<object, string>('commands').get('id'))).toMatchObject({
      v: 2,
      priority: 'high',
      attempt: 1,
    })
  })

  test('another tab hears of a change', async () => {
    const here = createDexieStorage(connection, 'A')
    const there = createDexieStorage(connection, 'A')
    const heard = new Promise<void>((resolve) => {
      there.watch(resolve)
    })
    await here.append(undefined, (seq) => commandLike({ seq }))
    await expect(heard).resolves.toBeUndefined()
    here.close()
    there.close()
  })
})

describe('a connection', () => {
  test('that was closed under us is opened again, once', async () => {
    const storage = createDexieStorage(connection, 'A')
    await storage.append(undefined, (seq) => commandLike({ seq }))
    open.close()
    expect(await storage.rows()).toHaveLength(1)
  })

  test('that was closed under several at once is opened again once, for all of them', async () => {
    const storage = createDexieStorage(connection, 'A')
    await storage.append(undefined, (seq) => commandLike({ seq }))
    open.close()
    const all = await Promise.all([storage.rows(), storage.rows(), readMeta(connection, 'sequence')])
    expect(all).toEqual([[expect.anything()], [expect.anything()], 1])
  })

  test('whose library could not be loaded is opened by the next use', async () => {
    const failure = new TypeError('Failed to fetch dynamically imported module')
    const opening = vi.fn<() => Promise<Database>>(async () => openDatabase('voltfolio-A', from))
    opening.mockRejectedValueOnce(failure)
    const connection = createConnection(opening)
    const uses = () => Promise.allSettled([1, 2].map((it) => connection.use(async () => it)))
    expect(await uses()).toMatchObject([{ reason: failure }, { reason: failure }])
    expect(await uses()).toMatchObject([{ value: 1 }, { value: 2 }])
    expect(opening).toHaveBeenCalledTimes(2)
  })

  test('a failure of another kind is not repeated', async () => {
    let times = 0
    await expect(
      connection.use(async () => {
        times++
        throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      }),
    ).rejects.toThrow('full')
    expect(times).toBe(1)
  })
})

describe('single things', () => {
  test('the sentinel tells a lost database from a new one, until the member has taken note', async () => {
    expect(await checkSentinel(connection, false, 'now')).toBe('new')
    expect(await checkSentinel(connection, true, 'now')).toBe('kept')
    from.indexedDB = new IDBFactory()
    connection.close()
    expect(await checkSentinel(connection, true, 'now')).toBe('lost')
    expect(await checkSentinel(connection, true, 'later')).toBe('lost')
    await noteLossTold(connection)
    expect(await checkSentinel(connection, true, 'later')).toBe('kept')
  })

  test('are read as they were written, and taken once', async () => {
    await writeMeta(connection, 'caller', { language: 'id' })
    expect(await readMeta(connection, 'caller')).toEqual({ language: 'id' })
    expect(await takeMeta(connection, 'caller')).toEqual({ language: 'id' })
    expect(await takeMeta(connection, 'caller')).toBeUndefined()
  })

  test('a route left by a click is taken once, and not a day later', async () => {
    await leaveRoute(connection, '/pages/my/checkIn', 0)
    expect(await takeRoute(connection, 1000)).toBe('/pages/my/checkIn')
    expect(await takeRoute(connection, 1000)).toBeUndefined()
    await leaveRoute(connection, '/pages/my/checkIn', 0)
    expect(await takeRoute(connection, 24 * 60 * 60_000)).toBeUndefined()
  })

  test.each([
    ['/#/pages/my/checkIn', '/pages/my/checkIn'],
    ['#/subPages/product/detail?id=e-1', '/subPages/product/detail?id=e-1'],
    ['/', '/'],
    ['https://elsewhere.example/', undefined],
    ['//elsewhere.example', undefined],
    ['javascript:alert(1)', undefined],
    [7, undefined],
    [undefined, undefined],
  ])('%s leads to %s', (text, route) => {
    expect(routeOf(text)).toBe(route)
  })
})
