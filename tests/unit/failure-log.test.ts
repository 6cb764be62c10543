import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnection, type Connection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { readMeta } from '#src/cache/storage/meta.ts'

let connection: Connection
let log: typeof import('#src/cache/storage/failure-log.ts')
let report: (typeof import('#src/lib/report.ts'))['report']

/** Loads the modules anew, as a page or a worker does when it starts. */
async function start(): Promise<void> {
  vi.resetModules()
  ;({ report } = await import('#src/lib/report.ts'))
  log = await import('#src/cache/storage/failure-log.ts')
}

beforeEach(async () => {
  const from = { indexedDB: new IDBFactory(), IDBKeyRange }
  connection = createConnection(async () => openDatabase('voltfolio-visitor', from))
  await start()
})

afterEach(() => connection.close())

const stored = async () => (await readMeta(connection, 'failures')) as { message: string; count: number }[] | undefined
const messages = () => log.failures.getSnapshot().map((it) => it.message)

test('a failure is kept in memory and in the store, one from before the log was loaded too', async () => {
  report(new Error('early'), 'page')
  log.keepFailures(connection, 'b1')
  report(new Error('later'), 'draft: save')
  expect(messages()).toEqual(['later', 'early'])
  await expect.poll(stored).toMatchObject([
    { message: 'later', where: 'draft: save', buildId: 'b1' },
    { message: 'early', where: 'page' },
  ])
})

test('failures of an earlier start are read beside those of this one', async () => {
  log.keepFailures(connection, 'b1')
  report(new Error('before'), 'page')
  await expect.poll(async () => (await stored())?.length).toBe(1)
  await start()
  expect(messages()).toEqual([])
  const stop = log.followFailures(connection)
  await expect.poll(messages).toEqual(['before'])
  stop()
})

test("another page's failure, or the worker's, is shown while the list is open", async () => {
  const stop = log.followFailures(connection)
  const page = log
  await start()
  log.keepFailures(connection, 'b1')
  report(new Error('elsewhere'), 'worker')
  await expect.poll(() => page.failures.getSnapshot().map((it) => it.message)).toEqual(['elsewhere'])
  stop()
})

test('a store that fails leaves them in memory, and nothing is thrown', async () => {
  const failing: Connection = {
    use: () => Promise.reject(new Error('no store')),
    onClosed: () => () => {},
    close: () => {},
  }
  log.keepFailures(failing, 'b1')
  report(new Error('x'), 'page')
  const stop = log.followFailures(failing)
  await new Promise((done) => {
    setImmediate(done)
  })
  expect(messages()).toEqual(['x'])
  stop()
})

test('a line that was cut and a request that was given up are no faults', async () => {
  const { ApiError } = await import('#src/api/api-error.ts')
  log.keepFailures(connection, 'b1')
  report(new ApiError('network', 'Failed to fetch'), 'offline prefetch')
  report(new ApiError('aborted', 'abort'), 'offline prefetch')
  report(new DOMException('gone', 'AbortError'), 'page')
  report(new ApiError('unreadable', 'no such field'), 'offline prefetch')
  expect(messages()).toEqual(['no such field'])
})

test('is empty once it was cleared', async () => {
  log.keepFailures(connection, 'b1')
  report(new Error('x'), 'page')
  await expect.poll(async () => (await stored())?.length).toBe(1)
  await log.clearFailures(connection)
  expect(messages()).toEqual([])
  expect(await stored()).toEqual([])
})
