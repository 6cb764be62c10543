import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'
import type { Command } from '#src/outbox/command.ts'
import { keepMine, keepTheirs } from '#src/outbox/conflict.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import type { OutboxStorage } from '#src/outbox/storage.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { later } from '#tests/support/fake-transport.ts'

const current = vi.hoisted(() => ({ outbox: undefined as unknown }))
vi.mock('#src/outbox/current-outbox.ts', () => ({ currentOutbox: async () => current.outbox as Outbox }))

const addressId = '10000000-0000-4000-8000-000000000001'
const entityKey = `address ${addressId}`
const address = {
  id: addressId,
  recipient: 'Ayu',
  phone: '+6281200000001',
  regionId: 'id-bali-denpasar',
  detail: 'First edit',
  postcode: null,
  position: null,
  isDefault: false,
}
const theirs = {
  ...address,
  detail: 'Theirs',
  region: ['Bali', 'Denpasar'],
  version: 4,
  savedAt: '2026-11-20T06:00:00.000Z',
}
const saving = (detail: string, change: Partial<Command>) =>
  commandLike({
    call: 'address/save',
    lane: 'addresses',
    args: { ...address, detail, basedOn: 3 },
    entityKey,
    ...change,
  })
const disputed = saving('First edit', {
  id: 'disputed',
  seq: 1,
  state: 'conflict',
  attempt: 1,
  reply: { errno: errors.changed_meanwhile.errno, message: '', data: { version: 4, address: theirs } },
})

let storage: OutboxStorage
let sent: Command[]
let failing: Partial<OutboxStorage>

beforeEach(async () => {
  const from = { indexedDB: new IDBFactory(), IDBKeyRange }
  storage = createDexieStorage(
    createConnection(async () => openDatabase(memberName('A'), from)),
    'A',
  )
  for (const row of [disputed, saving('Last edit', { id: 'behind', seq: 2 })])
    await storage.append(undefined, (seq) => ({ ...row, seq }))
  sent = []
  failing = {}
  let ids = 0
  const outbox = createOutbox({
    uid: 'A',
    storage: new Proxy(storage, { get: (it, name: keyof OutboxStorage) => failing[name] ?? it[name] }),
    clock: { now: () => 1_790_000_000_000 },
    random: () => 0,
    appCode: 1709,
    newId: () => `new ${++ids}`,
    newOwner: () => `tab ${++ids}`,
    knows: () => true,
    onApplied: () => {},
    leader: { lead: (work) => work() },
    timer: () => () => {},
    send(command) {
      sent.push(command)
      return later<never>().promise
    },
    sendNow: () => later<never>().promise,
    outcomesOf: () => later<never>().promise,
  })
  current.outbox = outbox
  await vi.waitFor(() => expect(outbox.commands.getSnapshot()).toHaveLength(2))
  return () => outbox.stop()
})

const details = async () => (await storage.rows()).map(({ id, args }) => [id, args['detail'], args['basedOn']])

test('keeping the other version drops the later edit too, which was the one shown beside it', async () => {
  await keepTheirs(disputed)
  expect(await storage.rows()).toEqual([])
  await (current.outbox as Outbox).drain(true)
  expect(sent).toEqual([])
})

test('keeping mine sends the last edit once, based on the version that was shown', async () => {
  await keepMine(disputed)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(await details()).toEqual([['new 1', 'Last edit', 4]])
})

test('the last edit stays where the device cannot keep the new command', async () => {
  failing.append = () => Promise.reject(new Error('no room'))
  await expect(keepMine(disputed)).rejects.toThrow('not saved')
  expect(await details()).toEqual([
    ['disputed', 'First edit', 3],
    ['behind', 'Last edit', 3],
  ])
  expect((await storage.rows())[1]).toMatchObject({ state: 'queued' })
})

test('a tab that dies between saving and removing leaves the question and the last edit', async () => {
  failing.remove = () => later<never>().promise
  void keepMine(disputed)
  await vi.waitFor(async () => expect((await storage.rows()).at(-1)?.args).toMatchObject({ basedOn: 4 }))
  const rows = await storage.rows()
  expect(rows[0]).toMatchObject({ id: 'disputed', state: 'conflict' })
  expect(rows.at(-1)).toMatchObject({ state: 'queued', args: { detail: 'Last edit', basedOn: 4 } })
  expect(sent).toEqual([])
})
