import { QueryClient } from '@tanstack/react-query'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { gameSign } from '#protocol/rewards.ts'
import type { Switches } from '#protocol/settings.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'
import type { Command } from '#src/outbox/command.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { whenSwitchesChange } from '#src/outbox/when-switches-change.ts'

const on: Switches = { examine: false, showTimeDeposit: true, showGoods: '0', switchedOff: [] }
const off: Switches = { ...on, examine: true, switchedOff: ['rewards'] }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A tab of a member whose server has rewards switched off until `server.isOff` says otherwise. */
function tab() {
  const server = { isOff: true, now: 1_790_000_000_000, sent: [] as Command[], until: Promise.resolve() }
  const connection = createConnection(async () =>
    openDatabase(memberName('A'), { indexedDB: new IDBFactory(), IDBKeyRange }),
  )
  const storage = createDexieStorage(connection, 'A')
  let ids = 0
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
  const outbox = createOutbox({
    uid: 'A',
    storage,
    clock: { now: () => server.now },
    random: () => 0,
    appCode: 1709,
    newId,
    newOwner: newId,
    knows: () => true,
    onApplied: () => {},
    leader: { lead: (work) => work() },
    timer: () => () => {},
    async send(command) {
      server.sent.push(command)
      await server.until
      if (server.isOff) throw new ApiError('rejected', 'turned off', errors.switched_off)
      return {}
    },
    sendNow: () => Promise.reject(new Error('no foreground command here')),
    outcomesOf: () => Promise.resolve([]),
  })
  const client = new QueryClient()
  const hear = (switches: Switches) =>
    client.setQueryData(['sysconfig/getExamineStatus', { version: '1.0.709' }], switches)
  closing.push(outbox.stop, () => connection.close())
  return {
    server,
    outbox,
    hear,
    watch: () => closing.push(whenSwitchesChange(client, () => void outbox.retrySwitchedOff())),
    only: async () => (await storage.rows())[0]!,
    async checkIn() {
      const row = await outbox.enqueue(gameSign, { day: '2026-11-20' })
      await vi.waitFor(async () => expect((await storage.rows())[0]).toMatchObject({ waiting: { why: 'switchedOff' } }))
      return row
    },
  }
}

test('a check-in that meets a feature that is off waits, and arrives when the switches say that it is back', async () => {
  const { server, hear, watch, only, checkIn } = tab()
  hear(off)
  watch()
  const saved = await checkIn()
  expect(await only()).toMatchObject({ state: 'queued', waiting: { until: server.now + 30 * 60_000 } })
  hear(off)
  server.isOff = false
  expect(server.sent).toHaveLength(1)
  hear(on)
  await vi.waitFor(async () => expect((await only()).state).toBe('applied'))
  expect(server.sent.map(({ id, args }) => ({ id, args }))).toEqual(
    [1, 2].map(() => ({ id: saved.id, args: saved.args })),
  )
})

test('it arrives when the switches say again that nothing is off: that it was had not been heard', async () => {
  const { server, hear, watch, only, checkIn } = tab()
  hear(on)
  watch()
  await checkIn()
  server.isOff = false
  hear(on)
  await vi.waitFor(async () => expect((await only()).state).toBe('applied'))
})

test('it arrives at the start after which nothing is off, and when the member says so', async () => {
  const { server, outbox, hear, watch, only, checkIn } = tab()
  const { id } = await checkIn()
  await outbox.drain(true)
  expect(server.sent, 'a network that is back is no reason').toHaveLength(1)
  await outbox.retryNow(id)
  expect([server.sent.length, (await only()).waiting?.why]).toEqual([2, 'switchedOff'])
  server.isOff = false
  hear(on)
  watch()
  await vi.waitFor(async () => expect((await only()).state).toBe('applied'))
})

test('the member can take it back while its feature is off, and not while it is being sent', async () => {
  const { server, outbox, only, checkIn } = tab()
  const { id } = await checkIn()
  const answer = Promise.withResolvers<void>()
  server.until = answer.promise
  const again = outbox.retryNow(id)
  await vi.waitFor(async () => expect((await only()).state).toBe('inflight'))
  expect(await outbox.cancel(id)).toBe(false)
  answer.resolve()
  await again
  expect(await outbox.cancel(id)).toBe(true)
  expect((await only()).state).toBe('cancelled')
  server.isOff = false
  await outbox.retrySwitchedOff()
  await outbox.drain(true)
  expect(server.sent).toHaveLength(2)
})
