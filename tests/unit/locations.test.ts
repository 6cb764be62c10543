import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Address, Region } from '#protocol/addresses.ts'
import type { MachinePosition } from '#protocol/locations.ts'
import { distanceKm, distanceText } from '#src/lib/distance.ts'
import { coordinatesText, directionsTo } from '#src/features/locations/directions.ts'
import { foundPlaces, knownPlaces } from '#src/features/locations/known-places.ts'
import { locate, type LocatePorts } from '#src/features/locations/locate.ts'
import { chooseLocationSearch, openLocationSearch } from '#src/features/locations/search.ts'
import { shownMachines, type MachineFilter } from '#src/features/locations/shown-machines.ts'

const jakarta = { latitude: -6.2088, longitude: 106.8456 }
const bandung = { latitude: -6.9147, longitude: 107.6098 }

const machine = (name: string, at: { latitude: number; longitude: number }, more: Partial<MachinePosition> = {}) => ({
  machineId: name,
  productId: name,
  name,
  kind: 'vehicle' as const,
  art: 'car',
  deviceNumber: `DN-${name}`,
  serviceState: 'idle' as const,
  exact: true,
  place: '',
  reportedAt: '2026-01-01T00:00:00.000Z',
  ...at,
  ...more,
})

describe('the machines near a place', () => {
  const everything: MachineFilter = { text: '', kind: undefined, near: undefined, radiusM: 50_000 }
  const fleet = [
    machine('Melati', bandung, { place: 'Bandung' }),
    machine('Kilat', jakarta, { kind: 'pile', place: 'Jakarta' }),
    machine('Anggrek', { latitude: -6.21, longitude: 106.85 }),
  ]
  const names = (filter: Partial<MachineFilter>) =>
    shownMachines(fleet, { ...everything, ...filter }, 'en').shown.map((it) => it.machine.name)

  test('are all of them by name, where nothing is searched around', () =>
    expect(names({})).toEqual(['Anggrek', 'Kilat', 'Melati']))

  test('are within the radius, the nearest first', () => {
    expect(names({ near: jakarta })).toEqual(['Kilat', 'Anggrek'])
    expect(names({ near: jakarta, radiusM: 200_000 })).toEqual(['Kilat', 'Anggrek', 'Melati'])
    expect(names({ near: jakarta, radiusM: 100 })).toEqual(['Kilat'])
  })

  test('are found by name, place and device number, and by kind', () => {
    expect(names({ text: 'bandung' })).toEqual(['Melati'])
    expect(names({ text: 'dn-kil' })).toEqual(['Kilat'])
    expect(names({ kind: 'pile' })).toEqual(['Kilat'])
    expect(names({ kind: 'pile', text: 'melati' })).toEqual([])
  })

  test('leave the nearest one that is too far away to be told', () => {
    const { shown, nearest } = shownMachines(fleet, { ...everything, near: bandung, text: 'kilat' }, 'en')
    expect(shown).toEqual([])
    expect(nearest?.machine.name).toBe('Kilat')
    expect(nearest?.km).toBeCloseTo(distanceKm(bandung, jakarta), 6)
  })

  test('are never beyond the radius, and none within it is missing', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            latitude: fc.double({ min: -85, max: 85, noNaN: true }),
            longitude: fc.double({ min: -180, max: 180, noNaN: true }),
          }),
          { maxLength: 60 },
        ),
        fc.constantFrom(100, 50_000, 1_000_000),
        (positions, radiusM) => {
          const all = positions.map((at, index) => machine(`m${index}`, at))
          const { shown } = shownMachines(all, { ...everything, near: jakarta, radiusM }, 'en')
          expect(new Set(shown.map((it) => it.machine.name))).toEqual(
            new Set(all.filter((it) => distanceKm(jakarta, it) * 1000 <= radiusM).map((it) => it.name)),
          )
          const distances = shown.map((it) => it.km ?? 0)
          expect(distances).toEqual(distances.toSorted((a, b) => a - b))
        },
      ),
    ))
})

describe('places to search around', () => {
  const region = (id: string, name: string, parentId: string | null, position: Region['position']): Region => ({
    id,
    name,
    parentId,
    initial: '#',
    leaf: parentId !== null,
    position,
  })
  const regions = [
    region('id-west-java', 'West Java', null, null),
    region('id-west-java-bandung', 'Bandung', 'id-west-java', bandung),
    region('id-jakarta-central', 'Central Jakarta', null, jakarta),
  ]
  const address = (detail: string, position: Address['position'], regionId = 'id-west-java-bandung') =>
    ({ id: detail, detail, regionId, region: ['West Java', 'Bandung'], position }) as Address

  test('are the addresses, by their pin or their city, and the cities', () => {
    const places = knownPlaces(regions, [
      address('Jl. Braga 1', jakarta),
      address('Jl. Dago 2', null),
      address('Elsewhere', null, 'my-penang'),
    ])
    expect(places.map((it) => [it.title, it.detail, it.at])).toEqual([
      ['Jl. Braga 1', 'Bandung, West Java', jakarta],
      ['Jl. Dago 2', 'Bandung, West Java', bandung],
      ['Bandung', 'West Java', bandung],
      ['Central Jakarta', '', jakarta],
    ])
  })

  test('are found by every word, those that begin with it first; none unasked', () => {
    const places = knownPlaces(regions, [address('Jl. Braga 1', jakarta)])
    expect(foundPlaces(places, 'bandung', 'en').map((it) => it.title)).toEqual(['Bandung', 'Jl. Braga 1'])
    expect(foundPlaces(places, 'java dung', 'en').map((it) => it.title)).toEqual(['Jl. Braga 1', 'Bandung'])
    expect(foundPlaces(places, ' ', 'en')).toEqual([])
  })

  test('bear regions that an earlier release kept, without their centres', () =>
    expect(knownPlaces([{ ...regions[1]!, position: undefined as never }], [])).toEqual([]))
})

describe('asking the device where it is', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const coords = { ...jakarta, accuracy: 12 }
  const status = (state: PermissionState) => Object.assign(new EventTarget(), { state }) as PermissionStatus

  function device(
    answer: (
      found: PositionCallback,
      failed: PositionErrorCallback | null | undefined,
      options?: PositionOptions,
    ) => void,
    permission?: PermissionStatus,
  ): LocatePorts & { asked: PositionOptions[] } {
    const asked: PositionOptions[] = []
    return {
      asked,
      clock: { now: () => 5 },
      permissions: permission && { query: async () => permission },
      geolocation: {
        getCurrentPosition: (found, failed, options = {}) => {
          asked.push(options)
          answer(found, failed, options)
        },
      },
    }
  }
  const found = device((tell) => tell({ coords } as GeolocationPosition))

  test('exactly: high accuracy, never an old answer, 4 s', async () => {
    expect(await locate('exact', found)).toEqual({
      kind: 'found',
      position: { ...jakarta, accuracyM: 12, foundAt: 5 },
    })
    expect(found.asked.at(-1)).toEqual({ enableHighAccuracy: true, timeout: 4000, maximumAge: 0 })
  })

  test('roughly: rounded to about a kilometre, however exact the device is', async () => {
    expect(await locate('rough', found)).toEqual({
      kind: 'found',
      position: { latitude: -6.21, longitude: 106.85, accuracyM: 1000, foundAt: 5 },
    })
    expect(found.asked.at(-1)).toMatchObject({ enableHighAccuracy: false })
  })

  test.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timed-out'],
  ])('error %d of the browser is told as %s', async (code, failure) =>
    expect(
      await locate(
        'exact',
        device((_, fail) => fail?.({ code } as GeolocationPositionError)),
      ),
    ).toEqual({
      kind: 'failed',
      failure,
    }),
  )

  test('is not done where it is denied already, or where there is no such function', async () => {
    const denied = device(() => {}, status('denied'))
    expect(await locate('exact', denied)).toEqual({ kind: 'failed', failure: 'denied' })
    expect(denied.asked).toEqual([])
    expect(await locate('exact', { ...found, geolocation: undefined })).toEqual({
      kind: 'failed',
      failure: 'unavailable',
    })
  })

  test('a device that never answers is given 4 s, counted from when it was allowed', async () => {
    const permission = status('prompt')
    let result: unknown
    const asking = locate(
      'exact',
      device(() => {}, permission),
    ).then((it) => (result = it))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(result).toBeUndefined()
    Object.assign(permission, { state: 'granted' }).dispatchEvent(new Event('change'))
    await vi.advanceTimersByTimeAsync(3999)
    expect(result).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(result).toEqual({ kind: 'failed', failure: 'timed-out' })
  })

  test('one that never answers in a browser that tells no permission is given up after a minute', async () => {
    let result: unknown
    const silent = { ...device(() => {}), permissions: undefined }
    const asking = locate('exact', silent).then((it) => (result = it))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(result).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(result).toEqual({ kind: 'failed', failure: 'timed-out' })
  })
})

describe('the way to a place', () => {
  test.each([
    ['Mozilla/5.0 (Linux; Android 15)', 'geo:-6.2088,106.8456?q=-6.2088,106.8456(Kilat%20DC%20%20fast)'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'maps://?daddr=-6.2088,106.8456'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X)', 'maps://?daddr=-6.2088,106.8456'],
  ])('on %s is an address that an app opens', (agent, href) =>
    expect(directionsTo(jakarta, 'Kilat DC (fast', agent)).toEqual({ kind: 'app', href }),
  )

  test('elsewhere is a page, which is confirmed before it opens', () =>
    expect(directionsTo(jakarta, undefined, 'Mozilla/5.0 (X11; Linux x86_64)')).toEqual({
      kind: 'page',
      url: 'https://www.openstreetmap.org/?mlat=-6.2088&mlon=106.8456#map=16/-6.2088/106.8456',
    }))

  test('never holds an exponent, which no map reads', () => {
    expect(directionsTo({ latitude: 1e-7, longitude: -1e-7 }, undefined, 'Android')).toEqual({
      kind: 'app',
      href: 'geo:0,0?q=0,0',
    })
    expect(coordinatesText(jakarta)).toBe('-6.2088, 106.8456')
  })
})

describe('the address of a place', () => {
  test('takes numbers, and their text', () =>
    expect(openLocationSearch({ latitude: '-6.2', longitude: 106.8, name: 'Kilat' })).toEqual({
      latitude: -6.2,
      longitude: 106.8,
      name: 'Kilat',
    }))

  test.each([
    [{ latitude: 91 }],
    [{ longitude: -181 }],
    [{ latitude: '' }],
    [{ latitude: 'north' }],
    [{ latitude: NaN }],
  ])('leaves out what is none: %j', (given) => expect(Object.values(openLocationSearch(given))).toEqual([undefined]))

  test('has radii from 100 m to 1,000 km only', () => {
    expect(chooseLocationSearch({ radius: 100 })).toEqual({ radius: 100 })
    expect(chooseLocationSearch({ radius: 1_000_000 })).toEqual({ radius: 1_000_000 })
    expect(chooseLocationSearch({ radius: 3 })).toEqual({ radius: undefined })
  })
})

test.each([
  [0.02, '20 m'],
  [0.0234, '23 m'],
  [0.456, '460 m'],
  [0.9949, '990 m'],
  [0.996, '1 km'],
  [1.25, '1.3 km'],
  [9.96, '10 km'],
  [118.4, '118 km'],
])('%d km is written %s', (km, words) => expect(distanceText(km, 'en')).toBe(words))
