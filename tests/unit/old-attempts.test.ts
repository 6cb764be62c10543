import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { createConnection } from '#src/cache/storage/connection.ts'
import { openDatabase } from '#src/cache/storage/database.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'

const billId = '00000000-0000-4000-8000-0000000000b1'
const key = '00000000-0000-4000-8000-00000000aaaa'
const queued = {
  v: 1,
  id: '00000000-0000-4000-8000-00000000bbbb',
  lane: 'addresses',
  call: 'address/delete',
  args: { id: billId, basedOn: 3 },
  uid: 'A',
  madeAt: '2026-11-20T00:00:00.000Z',
  seq: 7,
  about: `address ${billId}`,
  state: 'queued',
  attempt: 0,
  lease: null,
  minCode: 1709,
}

/** A database as earlier builds made and filled it: versions 1 and 2, without `delivery` and `entityKey`. */
async function oldDatabase(attempts: object[], path = 'order/hsCardSubmit') {
  const from = { indexedDB: new IDBFactory(), IDBKeyRange }
  const old = new Dexie(memberName('A'), from)
  old.version(1).stores({ answers: 'hash, usedAt', commands: 'id, state', meta: 'name' })
  old
    .version(2)
    .stores({ answers: 'hash, usedAt, [usedAt+size+hash], [hash+at+size]', entries: '[list+at+id]', lists: 'list' })
  await old.table('commands').put(queued)
  await old.table('meta').bulkPut([
    { name: 'sequence', value: 7 },
    { name: 'sealed', value: true },
    { name: `attempts ${path}`, value: attempts },
  ])
  old.close()
  const connection = createConnection(async () => openDatabase(memberName('A'), from))
  return { connection, storage: createDexieStorage(connection, 'A') }
}

const repayment = { billId, wallet: 'income', amount: 900, expectedLeft: 900 }

test('an attempt whose answer was lost becomes an unknown command under its key', async () => {
  const sentAt = Date.UTC(2026, 10, 20, 6)
  const { storage } = await oldDatabase([{ key, args: repayment, sentAt }])
  expect(await storage.rows()).toMatchObject([
    { id: queued.id, delivery: 'background', state: 'queued', entityKey: `address ${billId}` },
    {
      id: key,
      delivery: 'foreground',
      call: 'order/hsCardSubmit',
      args: repayment,
      uid: 'A',
      seq: 8,
      entityKey: `bill ${billId}`,
      state: 'unknown',
      attempt: 1,
      madeAt: '2026-11-20T06:00:00.000Z',
    },
  ])
})

test('so does one that an older build kept without the instant of sending', async () => {
  const { storage } = await oldDatabase([{ key, args: repayment }])
  expect((await storage.rows()).find((row) => row.id === key)).toMatchObject({ state: 'unknown', attempt: 1 })
})

test('is taken over once, however many tabs open, and again where an older tab leaves another', async () => {
  const { connection, storage } = await oldDatabase([{ key, args: repayment, sentAt: 1 }])
  const other = createDexieStorage(connection, 'A')
  await Promise.all([storage.rows(), other.rows()])
  expect(await storage.rows()).toHaveLength(2)
  expect(await connection.use((database) => database.meta.get('attempts order/hsCardSubmit'))).toBeUndefined()
  const late = { name: 'attempts capital/exchange', value: [{ key: billId, args: { amount: 1 }, sentAt: 1 }] }
  await connection.use((database) => database.meta.put(late))
  expect(await createDexieStorage(connection, 'A').rows()).toHaveLength(3)
})

test('what cannot be read is dropped, and everything else survives', async () => {
  const { storage } = await oldDatabase([{ nothing: 'of ours' }])
  expect((await storage.rows()).map((row) => row.id)).toEqual([queued.id])
  expect(await storage.isSuspended()).toBe(true)
})

test('an older build beside this one reads its rows: `about` stays, and foreground rows it cannot read', async () => {
  const { connection, storage } = await oldDatabase([{ key, args: repayment, sentAt: 1 }])
  await storage.update(queued.id, (row) => ({ ...row, args: { ...row.args, basedOn: 4 } }))
  await storage.rows()
  const rows = await connection.use((database) => database.table<Record<string, unknown>, string>('commands').toArray())
  expect(rows.find((row) => row['id'] === queued.id)).toMatchObject({ about: queued.about, lane: 'addresses' })
  // Older builds want a lane of every row and never write to one that they can't read.
  expect(rows.find((row) => row['id'] === key)?.['lane']).toBeUndefined()
})

test('an attempt is among what is cleared away, also where nobody has read it yet', async () => {
  const { storage } = await oldDatabase([{ key, args: repayment, sentAt: Date.UTC(2026, 10, 20, 6) }])
  await storage.prune((rows) => rows.map(({ id }) => id))
  expect(await storage.rows()).toEqual([])
})
