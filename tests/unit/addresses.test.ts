import { describe, expect, test } from 'vitest'
import type { Address } from '#protocol/addresses.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '#src/api/api-error.ts'
import { indexOf, placeFinder, placesOf, recentPlaces } from '#src/features/addresses/region-index.ts'
import { shownAddresses } from '#src/features/addresses/shown-addresses.ts'
import { countryOf, regionPath } from '#src/lib/regions.ts'
import type { Command } from '#src/outbox/command.ts'
import { mineOf, theirsOf } from '#src/outbox/conflict.ts'
import { failed } from '#src/outbox/outcome.ts'
import { transition } from '#src/outbox/transition.ts'
import { commandLike } from '#tests/support/command-like.ts'

const id = (n: number) => `10000000-0000-4000-8000-00000000000${n}`
const fields = {
  recipient: 'Ayu',
  phone: '+6281200000001',
  regionId: 'id-bali-denpasar',
  detail: 'Here',
  postcode: null,
  position: null,
  isDefault: false,
}
const kept = (n: number, over: Partial<Address> = {}): Address => ({
  ...fields,
  id: id(n),
  region: ['Bali', 'Denpasar'],
  version: 3,
  savedAt: '2026-11-20T06:00:00.000Z',
  ...over,
})
const saving = (n: number, args: object = {}, over: Partial<Command> = {}) =>
  commandLike({
    id: `save ${n}`,
    call: 'address/save',
    lane: 'addresses',
    args: { id: id(n), basedOn: 3, ...fields, ...args },
    ...over,
  })
const deleting = (n: number, over: Partial<Command> = {}) =>
  commandLike({
    id: `delete ${n}`,
    call: 'address/delete',
    lane: 'addresses',
    args: { id: id(n), basedOn: 3 },
    ...over,
  })
const shown = (items: Address[], commands: Command[], at = 1000) =>
  shownAddresses(items, at, commands, (it) => ['names of', it])

describe('addresses as the member has left them', () => {
  test('an edit that waits is shown with its command, on the version that the server has', () => {
    const edit = saving(1, { detail: 'There' })
    expect(shown([kept(1)], [edit])).toEqual([
      { ...fields, id: id(1), detail: 'There', region: ['names of', 'id-bali-denpasar'], version: 3, command: edit },
    ])
  })

  test('one made here comes after the default and before the others, without a version', () => {
    const made = saving(2, { basedOn: null, detail: 'New' })
    expect(shown([kept(1), kept(3, { isDefault: true })], [made]).map((it) => [it.id, it.version])).toEqual([
      [id(3), 3],
      [id(2), null],
      [id(1), 3],
    ])
  })

  test('a new default takes the flag from the old one', () => {
    expect(
      shown([kept(1, { isDefault: true })], [saving(2, { isDefault: true })]).map((it) => [it.id, it.isDefault]),
    ).toEqual([
      [id(2), true],
      [id(1), false],
    ])
  })

  test('a deletion that waits leaves the address in sight; a refused one leaves it as it was', () => {
    expect(shown([kept(1)], [deleting(1)])).toMatchObject([{ id: id(1), isGone: true, command: { id: 'delete 1' } }])
    for (const state of ['rejected', 'conflict', 'quarantined'] as const)
      expect(shown([kept(1)], [deleting(1, { state })])).toMatchObject([{ isGone: false }])
  })

  test("what was applied after the list was fetched is shown as answered; what was applied before is the list's to say", () => {
    const reply = { errno: 0, message: '', data: kept(1, { detail: 'There', version: 4 }) }
    const applied = saving(1, {}, { state: 'applied', reply, settledAt: 2000 })
    expect(shown([kept(1)], [applied], 1000)).toMatchObject([{ detail: 'There', version: 4 }])
    expect(shown([kept(1, { detail: 'Elsewhere', version: 5 })], [applied], 3000)).toMatchObject([
      { detail: 'Elsewhere', version: 5 },
    ])
    const gone = deleting(1, {
      state: 'applied',
      reply: { errno: 0, message: '', data: { id: id(1), version: 4 } },
      settledAt: 2000,
    })
    expect(shown([kept(1)], [gone], 1000)).toEqual([])
    expect(shown([kept(1)], [gone], 3000)).toHaveLength(1)
  })

  test('what was taken back, or is about something else, or cannot be read, changes nothing', () => {
    const list = [kept(1)]
    expect(
      shown(list, [
        saving(1, {}, { state: 'cancelled' }),
        deleting(1, { state: 'cancelled' }),
        commandLike(),
        saving(1, { phone: 7 }),
        deleting(9),
      ]),
    ).toEqual(list)
  })
})

describe('a conflict', () => {
  const at = { owner: 'me', now: 5, random: () => 0, appCode: 1709 }
  const rejection = (data: unknown) => new ApiError('rejected', 'changed', { ...errors.changed_meanwhile, data })
  const outcome = (data: unknown) =>
    transition(
      { ...saving(1), state: 'inflight', attempt: 1, lease: { owner: 'me', until: 9 } },
      failed(saving(1), rejection(data), at),
    )

  test('brings the other version to the row', () => {
    const theirs = { version: 4, address: kept(1, { version: 4, detail: 'Theirs' }) }
    const row = outcome(theirs)
    expect(row).toMatchObject({ state: 'conflict', settledAt: 5 })
    expect(row && theirsOf(row)).toEqual(theirs)
  })

  test('with what was deleted there has no other version, only its number', () => {
    const row = outcome({ version: 4, address: null })
    expect(row && theirsOf(row)).toEqual({ version: 4, address: null })
  })

  test('from a server or a row that knew of no such thing can still be decided', () => {
    for (const data of [undefined, null, { version: 'x' }]) {
      const row = outcome(data)
      expect([row?.state, row && theirsOf(row)]).toEqual(['conflict', undefined])
    }
  })
})

test("the member's side of a conflict is what they did last with that address, as long as it was not sent", () => {
  const entityKey = `address ${id(1)}`
  const disputed = saving(1, {}, { state: 'conflict', entityKey, seq: 1 })
  const later = saving(1, { detail: 'Later' }, { id: 'later', entityKey, seq: 2 })
  const others = [
    saving(2, {}, { entityKey: `address ${id(2)}`, seq: 3 }),
    saving(1, {}, { entityKey, seq: 4, state: 'cancelled' }),
    commandLike({ seq: 5 }),
  ]
  expect(mineOf(disputed, [disputed, later, ...others])).toBe(later)
  expect(mineOf(disputed, [disputed, ...others])).toBe(disputed)
})

test("a region is named from the country's part down, and lies in the country its id begins with", () => {
  const regions = [
    { id: 'id-bali', parentId: null, name: 'Bali' },
    { id: 'id-bali-badung', parentId: 'id-bali', name: 'Badung' },
  ]
  expect([
    regionPath(regions, 'id-bali-badung'),
    regionPath(regions, 'id-bali'),
    regionPath(regions, 'sg-x'),
    countryOf('id-bali-badung'),
  ]).toEqual([['Bali', 'Badung'], ['Bali'], [], 'id'])
})

describe('the index of places', () => {
  const region = (rid: string, name: string, parentId: string | null, initial = name[0] ?? '#') => ({
    id: rid,
    parentId,
    name,
    initial,
    leaf: parentId !== null,
    position: null,
  })
  const regions = [
    region('id-bali', 'Bali', null),
    region('id-bali-ubud', 'Ubud', 'id-bali'),
    region('id-west', 'West Java', null),
    region('id-west-bandung', 'Bandung', 'id-west'),
    region('id-west-bogor', 'Bogor', 'id-west'),
    region('id-west-7', '7th Mile', 'id-west', '#'),
    region('id-bali-ayung', 'Äyung', 'id-bali', 'A'),
  ]
  const places = placesOf(regions)

  test('has leaves only, each with its part', () => {
    expect(places.map((it) => [it.name, it.part])).toEqual([
      ['Ubud', 'Bali'],
      ['Bandung', 'West Java'],
      ['Bogor', 'West Java'],
      ['7th Mile', 'West Java'],
      ['Äyung', 'Bali'],
    ])
  })

  test('is in the order of the language, what has no letter last', () => {
    expect(indexOf(places, 'en').map((it) => [it.initial, ...it.places.map((place) => place.name)])).toEqual([
      ['A', 'Äyung'],
      ['B', 'Bandung', 'Bogor'],
      ['U', 'Ubud'],
      ['#', '7th Mile'],
    ])
  })

  test('is searched by name and part, whatever case and accents; what begins so comes first', () => {
    const found = (wanted: string) => placeFinder('en')(places, wanted).map((it) => it.name)
    expect(found('java')).toEqual(['7th Mile', 'Bandung', 'Bogor'])
    expect(found('ayung')).toEqual(['Äyung'])
    expect(found('b')).toEqual(['Bandung', 'Bogor', 'Äyung', 'Ubud'])
    expect(found('bandung bali')).toEqual([])
  })

  test('begins with the places of the own addresses, each once, at most four, and only those of this country', () => {
    const recent = (ids: string[]) => recentPlaces(places, ids).map((it) => it.name)
    expect(recent(['id-bali-ubud', 'id-west-bogor', 'id-bali-ubud', 'my-penang-town'])).toEqual(['Ubud', 'Bogor'])
    expect(recent(places.map((it) => it.id))).toHaveLength(4)
  })
})
