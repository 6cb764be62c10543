import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressList, addressSave } from '#protocol/addresses.ts'
import { oldestVersionCode } from '#protocol/headers.ts'
import type { Database } from '#server/db/open.ts'
import { isOlderThan } from '#src/cache/storage/lost-storage.ts'
import { databases } from '#tests/support/databases.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { openAppInNode, type AppInNode } from '#tests/support/app-in-node.ts'
import { worldOn, type World } from '#tests/support/world.ts'

describe.each(databases)('a device that was left behind, on $name', ({ kind }) => {
  let database: Database
  let world: World
  const phones: AppInNode[] = []
  beforeAll(async () => {
    database = await openDemo(kind)
    world = await worldOn(database)
  })
  afterAll(async () => {
    for (const phone of phones) phone.stop()
    await database.close()
  })

  async function phoneOf(versionCode: number): Promise<AppInNode> {
    const incoming = { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } }
    const phone = await openAppInNode('http://app.test', {
      versionCode,
      fetch: async (url, request) => world.app.fetch(new Request(url, request), { incoming }),
    })
    phones.push(phone)
    return phone
  }

  const address = () => ({
    id: randomUUID(),
    basedOn: null,
    recipient: 'Ayu',
    phone: '+6281200000001',
    regionId: 'id-bali-denpasar',
    detail: 'From long ago',
    isDefault: false,
  })
  /** A row of the first versions, without the fields that came later. */
  const oldRow = (phone: AppInNode, seq: number, args: object) => ({
    v: 0,
    id: randomUUID(),
    lane: 'addresses',
    call: 'address/save',
    args,
    uid: phone.memberId,
    madeAt: '2026-11-01T06:00:00.000Z',
    seq,
    state: 'queued',
    attempt: 0,
    lease: null,
  })

  test.each([0, 1, 2])('%i protocol versions ago: rows of then are sent and accepted, once', async (ago) => {
    const phone = await phoneOf(oldestVersionCode + 2 - ago)
    const rows = [oldRow(phone, 1, address()), oldRow(phone, 2, address())]
    await phone.connection.use(async (it) => {
      await it.table<object, string>('commands').bulkPut(rows)
    })
    await phone.outbox.resume()
    await phone.until((them) => them.length === 2 && them.every((it) => it.state === 'applied'))
    expect(phone.outbox.commands.getSnapshot().map((it) => [it.id, it.attempt])).toEqual(rows.map((it) => [it.id, 1]))
    const kept = (await phone.read(addressList, {})).items.map((it) => it.id)
    for (const { args } of rows) expect(kept).toContain((args as { id: string }).id)
  })

  test('a row sent by the version before an update is replayed by the one after it, not refused', async () => {
    const phone = await phoneOf(oldestVersionCode)
    const row = oldRow(phone, 1, address())
    await phone.connection.use(async (it) => {
      await it.table<object, string>('commands').put(row)
    })
    await phone.outbox.resume()
    await phone.until((them) => them.some((it) => it.state === 'applied'))
    const after = await phoneOf(oldestVersionCode + 2)
    // The tab was killed before it stored the answer.
    await after.connection.use(async (it) => {
      await it
        .table<object, string>('commands')
        .put({ ...row, state: 'inflight', attempt: 1, lease: { owner: 'a dead tab', until: 0 } })
    })
    await after.outbox.resume()
    await after.until((them) => them.some((it) => it.state === 'applied'))
    expect(
      (await after.read(addressList, {})).items
        .filter((it) => it.id === (row.args as { id: string }).id)
        .map((it) => it.version),
    ).toEqual([1])
  })

  test('an older one still keeps what it has and says that it must be updated', async () => {
    await expect(phoneOf(oldestVersionCode - 1)).rejects.toMatchObject({ kind: 'rejected', errno: 426 })
  })

  test('one that lost its storage is told at sign-in how many of its actions had arrived, once, and counts on from there', async () => {
    const phone = await phoneOf(oldestVersionCode + 2)
    for (let n = 0; n < 3; n++) await phone.outbox.enqueue(addressSave, address())
    await phone.until((them) => them.length === 3 && them.every((it) => it.state === 'applied'))
    const seen = await phone.deviceSeen()
    expect(seen).toEqual({ sequence: 3, applied: 3 })
    expect(await isOlderThan(phone.connection, seen!, 'now')).toBe(false)
    // As the browser evicts it: everything at once.
    await phone.connection.use((it) =>
      it.transaction('rw', ['commands', 'meta'], async () => {
        await it.table('commands').clear()
        await it.meta.clear()
      }),
    )
    expect(await isOlderThan(phone.connection, seen!, 'now')).toBe(true)
    expect(await isOlderThan(phone.connection, seen!, 'now')).toBe(false)
    expect((await phone.outbox.enqueue(addressSave, address())).seq).toBe(4)
  })
})
