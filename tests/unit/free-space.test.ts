import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import { createAnswerCache } from '#src/cache/persistent/answer-cache.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { systemClock } from '#src/lib/clock.ts'
import { outboxAdapter } from '#src/outbox/adapter.ts'
import { createDrainer } from '#src/outbox/drainer.ts'
import { isOutOfSpace } from '#src/outbox/free-space.ts'
import { commandLike } from '#tests/support/command-like.ts'

const uid = '00000000-0000-4000-8000-00000000000a'
const full = () => Object.assign(new Error('no space'), { name: 'QuotaExceededError' })

/** An outbox with one saved command and one stored answer, on a database whose commands can't be written while full. */
async function setUp(frees: boolean, onLine = true) {
  vi.stubGlobal('navigator', { onLine })
  onTestFinished(() => void vi.unstubAllGlobals())
  const database = openDatabase(memberName(uid), { indexedDB: new IDBFactory(), IDBKeyRange })
  const connection = createConnection(async () => database)
  const adapter = outboxAdapter(uid, connection)
  const answers = createAnswerCache(() => connection, systemClock)
  await answers.write({ hash: 'read', key: ['user/info', {}], data: { name: 'Ayu' }, at: systemClock.now() })
  await adapter.storage.append(undefined, (seq) => commandLike({ uid, seq, call: gameSign.path }))
  const disk = { isFull: true }
  const commands = database.table('commands')
  const refuse = () => {
    if (disk.isFull) throw full()
  }
  commands.hook('creating', refuse)
  commands.hook('updating', refuse)
  database.table('answers').hook('deleting', () => {
    if (frees) disk.isFull = false
  })
  const send = vi.fn<() => Promise<unknown>>(() => Promise.resolve({}))
  const timers: (() => void)[] = []
  const timer = (run: () => void) => {
    timers.push(run)
    return () => {}
  }
  const leader = { lead: <T>(work: () => Promise<T>) => work() }
  const drainer = createDrainer({ ...adapter, send, leader } as never, leader as never, timer)
  const state = async () => (await adapter.storage.rows()).map((row) => row.state)
  return { disk, answers, send, timers, drainer, state, adapter }
}

test('what was read makes room for sending what was saved', async () => {
  const { answers, send, drainer, state } = await setUp(true)
  await drainer.drain(true)
  expect(send).toHaveBeenCalledOnce()
  expect(await state()).toEqual(['applied'])
  expect(await answers.facts()).toEqual([])
  expect(isOutOfSpace.getSnapshot()).toBe(false)
})

test('a device that stays full sends nothing and is told of, and sends by itself once there is room', async () => {
  const { disk, send, drainer, state, timers } = await setUp(false)
  await drainer.drain(true)
  expect(send).not.toHaveBeenCalled()
  expect(isOutOfSpace.getSnapshot()).toBe(true)
  disk.isFull = false
  timers.at(-1)?.()
  await vi.waitFor(async () => expect(await state()).toEqual(['applied']))
  expect(isOutOfSpace.getSnapshot()).toBe(false)
})

test('without a network what was read stays: it could not be fetched again', async () => {
  const { answers, send, drainer } = await setUp(true, false)
  await drainer.drain(true)
  expect(send).not.toHaveBeenCalled()
  expect(await answers.facts()).toHaveLength(1)
})

test('a command that is new makes no room: the member is asked instead', async () => {
  const { answers, adapter } = await setUp(true)
  const saving = adapter.storage.append(undefined, (seq) => commandLike({ id: 'new', uid, seq, call: gameSign.path }))
  await expect(saving).rejects.toThrow('no space')
  expect(await answers.facts()).toHaveLength(1)
})
