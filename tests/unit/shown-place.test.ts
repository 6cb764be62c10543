import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceM, type Place } from '#server/distance.ts'
import {
  cellOf,
  isAtStand,
  shownPlace,
  shownUntil,
  type PositionHistory,
  type ReportedPosition,
} from '#server/features/locations/rules.ts'
import { distanceKm } from '#src/lib/distance.ts'

const minute = 60_000
const stand: Place = { latitude: -6.1957, longitude: 106.8322 }
const at = (minutes: number) => Date.UTC(2026, 10, 20, 6) + minutes * minute

const places = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
/** Near enough to the stand that many of them are at it. */
const nearby = fc
  .record({ north: fc.integer({ min: -3, max: 3 }), east: fc.integer({ min: -3, max: 3 }) })
  .map(({ north, east }): Place => ({
    latitude: stand.latitude + north * 0.0007,
    longitude: stand.longitude + east * 0.0007,
  }))
const far: Place = { latitude: -6.25, longitude: 106.9 }
const states = fc.constantFrom('idle', 'in service', 'paused or faulty', 'resting')

/** What a vehicle did: it stays, is moved by its operator, or is ridden; trips may never be reported. */
const histories = fc
  .array(
    fc.record({
      what: fc.constantFrom('stay', 'move', 'ride', 'ride in silence'),
      minutes: fc.integer({ min: 1, max: 40 }),
      to: fc.oneof(nearby, fc.constant(stand)),
      state: states,
      halfway: nearby,
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((acts) => {
    const positions: (ReportedPosition & { isRider: boolean })[] = []
    const trips: { from: number; until: number }[] = []
    let now = 0
    let here: Place = stand
    const report = (place: Place, state: string, isRider: boolean) =>
      positions.push({ ...place, at: at(now), state, isAtStand: isAtStand(stand, place), isRider })
    for (const { what, minutes, to, state, halfway } of acts) {
      const from = now
      if (what === 'stay') report(here, state === 'in service' ? 'idle' : state, false)
      if (what === 'move') report(here, 'resting', false)
      if (what.startsWith('ride')) {
        now += minutes / 2
        // Of a ride that nobody reports, at least one position tells.
        report(what === 'ride' ? halfway : far, what === 'ride' ? 'in service' : 'idle', true)
      }
      if (what !== 'stay') here = to
      now = from + minutes
      // The rider's end is where the vehicle then stands, until the operator takes it or the next one rides.
      if (what === 'ride' || what === 'ride in silence') trips.push({ from: at(from), until: at(now) })
      if (what !== 'stay') report(here, what === 'move' ? 'resting' : 'idle', what !== 'move')
      now += 1
    }
    return { positions, trips, now: at(now) }
  })

const tripsKnown = fc.constantFrom('all', 'none')
const known = (
  { positions, trips, now }: { positions: ReportedPosition[]; trips: { until: number }[]; now: number },
  of: 'all' | 'none',
): PositionHistory => {
  const rides = [
    ...(of === 'all' ? trips.map((it) => it.until).filter((it) => it <= now) : []),
    ...positions.filter((it) => it.state === 'in service' && it.at <= now).map((it) => it.at),
  ]
  return {
    kind: 'vehicle',
    stand,
    isInService: false,
    positions: positions.filter((it) => it.at <= now),
    rideKnownAt: rides.length === 0 ? null : Math.max(...rides),
  }
}

describe('the place that is shown', () => {
  test('is exact only at the stand, to which the operator itself has brought the vehicle ten minutes ago', () => {
    let exact = 0
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 60 }), tripsKnown, (history, later, of) => {
        const now = history.now + later * minute
        const shown = shownPlace(known({ ...history, now }, of), now)
        if (!shown?.exact) return
        exact++
        expect({ latitude: shown.latitude, longitude: shown.longitude }).toEqual(stand)
        expect(now - (shown.at as number)).toBeGreaterThanOrEqual(10 * minute)
        const last = history.positions.findLast((it) => it.at <= (shown.at as number))
        expect(last).toMatchObject({ isAtStand: true })
        const instant = shown.at as number
        expect(history.trips.filter((it) => it.from < instant && instant <= it.until)).toEqual([])
        // The last rider, reported or not, left it elsewhere, or it was elsewhere since.
        const ride = history.trips.findLast((it) => it.until < instant)
        const since = history.positions.filter((it) => it.at >= (ride?.until ?? 0) && it.at < instant)
        expect(since.some((it) => !it.isAtStand)).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(exact).toBeGreaterThan(20)
  })

  test('tells nothing of what was reported within ten minutes, nor where in its cell anything was', () => {
    fc.assert(
      fc.property(
        histories,
        fc.integer({ min: 0, max: 60 }),
        tripsKnown,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (history, later, of, numbers) => {
          const now = history.now + later * minute
          const mine = known({ ...history, now }, of)
          const next = () => numbers.next().value as number
          const elsewhere = mine.positions.map((it): ReportedPosition => {
            if (it.at > shownUntil(now)) return { ...it, latitude: next() * 80, longitude: next() * 170 }
            const cell = cellOf(it)
            const moved = { latitude: cell.latitude + (next() - 0.5) * 0.008, longitude: cell.longitude }
            return { ...it, ...moved }
          })
          expect(shownPlace({ ...mine, positions: elsewhere }, now)).toEqual(shownPlace(mine, now))
        },
      ),
    )
  })

  test('is the same however often it is asked for until the next whole ten minutes', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 599_999 }), (history, ms) => {
        const from = shownUntil(history.now + 30 * minute) + 10 * minute
        const mine = known({ ...history, now: from }, 'all')
        expect(shownPlace(mine, from + ms)).toEqual(shownPlace(mine, from))
      }),
    )
  })

  test('is no more than the cell while the vehicle is in service', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const now = history.now + 30 * minute
        const shown = shownPlace({ ...known({ ...history, now }, 'all'), isInService: true }, now)
        expect(shown?.exact).toBe(false)
        expect(shown && cellOf(shown)).toEqual(shown && { latitude: shown.latitude, longitude: shown.longitude })
      }),
    )
  })

  test.each([
    ['a pile stands where its offer says', { kind: 'pile' as const }, { ...stand, exact: true, at: null }],
    ['a vehicle that never reported is about there', {}, { ...cellOf(stand), exact: false, at: null }],
    ['nothing is known of a vehicle without a stand that never reported', { stand: null }, null],
  ])('%s', (_, of, expected) => {
    const machine = { kind: 'vehicle' as const, stand, isInService: false, positions: [], rideKnownAt: null, ...of }
    expect(shownPlace(machine, at(0))).toEqual(expected)
  })

  test('is exact where a vehicle was taken out of service and brought to its stand, until it is ridden', () => {
    const street = { latitude: -6.21, longitude: 106.84 }
    const positions = [
      { ...street, at: at(0), state: 'resting', isAtStand: false },
      { ...stand, at: at(9), state: 'resting', isAtStand: true },
      { ...stand, at: at(60), state: 'idle', isAtStand: true },
    ]
    const vehicle = { kind: 'vehicle' as const, stand, isInService: false, positions, rideKnownAt: at(-5) }
    expect(shownPlace(vehicle, at(19.9))).toEqual({ ...cellOf(street), exact: false, at: at(0) })
    expect(shownPlace(vehicle, at(20))).toEqual({ ...stand, exact: true, at: at(9) })
    expect(shownPlace(vehicle, at(200))).toEqual({ ...stand, exact: true, at: at(60) })
    expect(shownPlace({ ...vehicle, isInService: true }, at(200))?.exact).toBe(false)
    expect(shownPlace({ ...vehicle, rideKnownAt: at(5) }, at(200))?.exact).toBe(false)
    const idle = positions.map((it) => ({ ...it, state: 'idle' }))
    expect(shownPlace({ ...vehicle, positions: idle }, at(200))?.exact).toBe(false)
  })
})

describe('a cell', () => {
  test('is about a kilometre, and the middle of a cell is in it', () => {
    fc.assert(
      fc.property(places, (place) => {
        const cell = cellOf(place)
        expect(cellOf(cell)).toEqual(cell)
        if (Math.abs(place.latitude) < 89) expect(distanceM(place, cell)).toBeLessThan(720)
      }),
    )
  })

  test('holds whole kilometres of places', () => {
    const cells = new Set(
      Array.from({ length: 1000 }, (_, n) =>
        JSON.stringify(cellOf({ latitude: stand.latitude, longitude: stand.longitude + n * 0.0001 })),
      ),
    )
    // A tenth of a degree is eleven kilometres.
    expect(cells.size).toBeGreaterThanOrEqual(11)
    expect(cells.size).toBeLessThanOrEqual(13)
  })
})

test('the server measures distances as the app does', () => {
  fc.assert(
    fc.property(places, places, (a, b) => {
      expect(distanceM(a, b)).toBeCloseTo(distanceKm(a, b) * 1000, 3)
    }),
  )
})
