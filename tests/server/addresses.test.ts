import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Address, AddressConflict, Region } from '#protocol/addresses.ts'
import { regions } from '#server/db/seed/regions.ts'
import { mostAddresses } from '#server/features/addresses/rules.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import type { CallAnswer } from '#tests/support/caller.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const conflict = 1712

describe.each(databases)('addresses on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  let token: string

  const wish = (over: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    basedOn: null,
    recipient: 'Ayu Lestari',
    phone: '+6281200000001',
    regionId: 'id-bali-denpasar',
    detail: 'Jl. Teuku Umar 12',
    isDefault: false,
    ...over,
  })
  const save = (args: object, who = token) => world.call('address/save', { args, token: who })
  const remove = (args: object, who = token) => world.call('address/delete', { args, token: who })
  const list = async (who = token) =>
    ((await world.call('address/list', { method: 'GET', token: who })).body.data as { items: Address[] }).items
  const fallback = async () =>
    (
      (await world.call('address/integral/getDefault', { method: 'GET', token })).body.data as {
        address: Address | null
      }
    ).address
  const newcomer = async () => ({ token } = await world.member())
  const theirs = ({ body }: CallAnswer) => body.data as AddressConflict

  test('one made on a device is kept as it was typed, and saying it again makes no second one', async () => {
    await newcomer()
    const mine = wish({
      detail: '  Jl. Teuku Umar 12  ',
      postcode: '80113',
      position: { latitude: -8.67, longitude: 115.21 },
    })
    const saved = (await save(mine)).body.data as Address
    expect(saved).toEqual({
      id: mine.id,
      recipient: 'Ayu Lestari',
      phone: '+6281200000001',
      regionId: 'id-bali-denpasar',
      region: ['Bali', 'Denpasar'],
      detail: 'Jl. Teuku Umar 12',
      postcode: '80113',
      position: { latitude: -8.67, longitude: 115.21 },
      isDefault: false,
      version: 1,
      savedAt: '2026-11-20T06:00:00.000Z',
    })
    expect((await save(mine)).body).toEqual({ errno: 0, errmsg: '', data: saved })
    expect(await list()).toEqual([saved])
  })

  test('an edit based on what is there goes in; one based on less meets both versions', async () => {
    await newcomer()
    const mine = wish()
    await save(mine)
    expect((await save({ ...mine, basedOn: 1, detail: 'From the phone' })).body.data).toMatchObject({
      version: 2,
      detail: 'From the phone',
    })
    const heard = await save({ ...mine, basedOn: 1, detail: 'From the tablet' })
    expect(heard.status).toBe(200)
    expect(heard.body.errno).toBe(conflict)
    expect(theirs(heard)).toMatchObject({ version: 2, address: { version: 2, detail: 'From the phone' } })
    expect((await list()).map((it) => it.detail)).toEqual(['From the phone'])
    expect(
      (await save({ ...mine, basedOn: theirs(heard).version, detail: 'From the tablet' })).body.data,
    ).toMatchObject({ version: 3, detail: 'From the tablet' })
  })

  test('two devices that say the same have no quarrel', async () => {
    await newcomer()
    const mine = wish()
    await save(mine)
    await save({ ...mine, basedOn: 1, detail: 'The same' })
    expect((await save({ ...mine, basedOn: 1, detail: 'The same' })).body).toMatchObject({
      errno: 0,
      data: { version: 2 },
    })
  })

  test('the conflict is replayed with what it brought along', async () => {
    await newcomer()
    const mine = wish()
    await save(mine)
    await save({ ...mine, basedOn: 1, detail: 'First' })
    const late = { args: { ...mine, basedOn: 1, detail: 'Second' }, token, key: randomUUID() }
    const first = await world.call('address/save', late)
    await save({ ...mine, basedOn: 2, detail: 'Third' })
    const again = await world.call('address/save', late)
    expect(again.body).toEqual(first.body)
    expect(theirs(again).address?.detail).toBe('First')
  })

  test('what was deleted elsewhere is a conflict without their version, and keeping mine brings it back', async () => {
    await newcomer()
    const mine = wish()
    await save(mine)
    expect((await remove({ id: mine.id, basedOn: 1 })).body).toMatchObject({ errno: 0, data: { id: mine.id } })
    expect(await list()).toEqual([])
    const heard = await save({ ...mine, basedOn: 1, detail: 'Edited meanwhile' })
    expect([heard.body.errno, theirs(heard)]).toEqual([conflict, { version: 2, address: null }])
    expect((await save({ ...mine, basedOn: 2, detail: 'Edited meanwhile' })).body.data).toMatchObject({ version: 3 })
    expect(await list()).toHaveLength(1)
  })

  test('deleting: gone stays gone, nothing of it is kept, and an edit made meanwhile is a conflict', async () => {
    const { memberId } = await newcomer()
    const mine = wish({ isDefault: true })
    await save(mine)
    await save({ ...mine, basedOn: 1, detail: 'Newer' })
    const heard = await remove({ id: mine.id, basedOn: 1 })
    expect([heard.body.errno, theirs(heard).address?.detail]).toEqual([conflict, 'Newer'])
    for (let n = 0; n < 2; n++) expect((await remove({ id: mine.id, basedOn: 2 })).body.errno).toBe(0)
    expect((await remove({ id: randomUUID(), basedOn: 1 })).body.errno).toBe(0)
    const row = await world.database.kysely
      .selectFrom('address')
      .selectAll()
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ recipient: '', phone: '', detail: '', isDefault: false, version: 3 })
    expect(await fallback()).toBeNull()
  })

  test('after a restored backup the device knows better, and numbers never fall', async () => {
    await newcomer()
    const mine = wish({ basedOn: 7 })
    expect((await save(mine)).body.data).toMatchObject({ version: 8 })
    expect((await save({ ...mine, basedOn: 12, detail: 'Later' })).body.data).toMatchObject({ version: 13 })
  })

  test('one is the default, without touching the versions of the others; else the one saved last', async () => {
    await newcomer()
    const [home, office, shop] = [
      wish({ detail: 'Home', isDefault: true }),
      wish({ detail: 'Office' }),
      wish({ detail: 'Shop' }),
    ]
    for (const it of [home, office, shop]) {
      clock.advance(1000)
      await save(it)
    }
    expect((await fallback())?.detail).toBe('Home')
    await save({ ...office, basedOn: 1, isDefault: true })
    expect((await list()).map((it) => [it.detail, it.isDefault, it.version])).toEqual([
      ['Office', true, 2],
      ['Shop', false, 1],
      ['Home', false, 1],
    ])
    await remove({ id: office.id, basedOn: 2 })
    expect((await fallback())?.detail).toBe('Shop')
  })

  test('many devices at once: each default in turn, one in the end, and one winner of one address', async () => {
    await newcomer()
    const one = wish({ isDefault: true })
    await save(one)
    const edits = await Promise.all(
      Array.from({ length: 6 }, (_, n) => save({ ...one, basedOn: 1, detail: `Device ${n}` })),
    )
    expect(edits.map((it) => it.body.errno).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 5 }, () => conflict),
    ])
    const made = await Promise.all(Array.from({ length: 6 }, () => save(wish({ isDefault: true }))))
    expect(made.map((it) => it.body.errno)).toEqual(made.map(() => 0))
    expect((await list()).filter((it) => it.isDefault)).toHaveLength(1)
  })

  test("another member's id is a different address", async () => {
    await newcomer()
    const mine = wish()
    await save(mine)
    const other = (await world.member()).token
    expect((await save({ ...mine, recipient: 'Budi' }, other)).body.data).toMatchObject({
      version: 1,
      recipient: 'Budi',
    })
    await remove({ id: mine.id, basedOn: 1 }, other)
    expect((await list()).map((it) => it.recipient)).toEqual(['Ayu Lestari'])
  })

  test('a province takes no letters, nor does a place that nobody knows; and there is an end to it', async () => {
    await newcomer()
    const kept = wish()
    await save(kept)
    for (const regionId of ['id-bali', 'nowhere']) {
      expect((await save(wish({ regionId }))).body).toMatchObject({
        errno: 1405,
        errmsg: 'Adding failed: what you chose no longer exists. Please choose again.',
      })
      expect((await save({ ...kept, regionId, basedOn: 1 })).body).toMatchObject({
        errno: 1406,
        errmsg: 'Updating failed: what you chose no longer exists. Please choose again.',
      })
    }
    await remove({ id: kept.id, basedOn: 1 })
    for (let n = 0; n < mostAddresses; n++) expect((await save(wish())).body.errno).toBe(0)
    expect((await save(wish())).body).toMatchObject({
      errno: 1713,
      errmsg: `You can save at most ${mostAddresses} addresses.`,
    })
    const [first] = await list()
    await remove({ id: first?.id, basedOn: 1 })
    expect((await save(wish())).body.errno).toBe(0)
  })

  test("the regions of a country come whole, in the caller's language, each part with its cities", async () => {
    const of = async (country: string, language = 'en') =>
      (await world.call('region/getRegion', { method: 'GET', args: { country }, headers: { 'x-language': language } }))
        .body
    const items = (await of('id')).data as { items: Region[] }
    const parts = items.items.filter((it) => it.parentId === null)
    expect(parts).toHaveLength(38)
    for (const part of parts)
      expect([part.name, part.leaf, items.items.filter((it) => it.parentId === part.id && it.leaf).length > 1]).toEqual(
        [part.name, false, true],
      )
    expect(items.items.find((it) => it.id === 'id-west-java')).toEqual({
      id: 'id-west-java',
      parentId: null,
      name: 'West Java',
      initial: 'W',
      leaf: false,
      position: null,
    })
    expect(items.items.find((it) => it.id === 'id-west-java-bandung')?.position).toEqual({
      latitude: -6.91,
      longitude: 107.61,
    })
    expect(
      ((await of('id', 'id')).data as { items: Region[] }).items.find((it) => it.id === 'id-west-java')?.name,
    ).toBe('Jawa Barat')
    expect((await of('zz')).errno).toBe(1404)
    for (const country of ['my', 'vn', 'th', 'cn', 'ae', 'sg', 'us'])
      expect(((await of(country)).data as { items: Region[] }).items.some((it) => it.leaf)).toBe(true)
  })
})

test('every city has its centre, within its country', () => {
  const cities = regions.filter((it) => it.parentId !== null)
  const bounds: Record<string, [south: number, north: number, west: number, east: number]> = {
    id: [-11, 6, 95, 141],
    my: [0.8, 7.4, 99, 120],
    vn: [8, 24, 102, 110],
    th: [5, 21, 97, 106],
    cn: [18, 54, 73, 135],
    ae: [22, 27, 51, 57],
    sg: [1.2, 1.5, 103.6, 104.1],
    us: [24, 50, -125, -66],
  }
  const isWithin = ({ country, latitude, longitude }: (typeof regions)[number]) => {
    const [south, north, west, east] = bounds[country] ?? [0, 0, 0, 0]
    return (
      latitude !== null &&
      longitude !== null &&
      latitude > south &&
      latitude < north &&
      longitude > west &&
      longitude < east
    )
  }
  expect(cities.filter((it) => !isWithin(it)).map((it) => it.id)).toEqual([])
  // A city far from the others of its province is a slip.
  const far = cities.filter((it) => {
    const others = cities.filter((other) => other.parentId === it.parentId)
    return others.some((other) => Math.hypot(other.latitude! - it.latitude!, other.longitude! - it.longitude!) > 9)
  })
  expect(far.map((it) => it.id)).toEqual([])
})

test('seeded regions have ids of their own that begin with their country', () => {
  expect(new Set(regions.map((it) => it.id)).size).toBe(regions.length)
  expect(regions.filter((it) => !/^[a-z0-9-]{1,64}$/.test(it.id) || !it.id.startsWith(`${it.country}-`))).toEqual([])
})
