import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, millisOf, startOfDay } from '#server/clock.ts'
import { distanceM } from '#server/distance.ts'
import { isAtStand } from '#server/features/locations/rules.ts'
import { movesBetween, type VehicleProfile } from '#server/features/products/machines/simulated-moves.ts'
import { runsBetween, stateAt } from '#server/features/products/machines/simulator.ts'

const hour = 3_600_000
const stand = { latitude: -6.1957, longitude: 106.8322 }
const vehicles = fc.record({
  deviceNumber: fc.stringMatching(/^[A-Z]{2}-\d{4}$/),
  kind: fc.constant('vehicle' as const),
  timeZone: fc.constantFrom('Asia/Jakarta', 'UTC', 'America/New_York'),
  runsPerDay: fc.integer({ min: 1, max: 30 }),
  averageAmount: fc.constant(100),
  stand: fc.constant(stand),
})
const days = fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2024-01-01', n))
const startOf = (vehicle: VehicleProfile, day: string) => startOfDay(vehicle.timeZone, day)

describe('the moves of a simulated vehicle', () => {
  test('are in order, in its town, on its battery, and say what it was doing', () => {
    fc.assert(
      fc.property(vehicles, days, (vehicle, day) => {
        const from = startOf(vehicle, day)
        const moves = movesBetween('seed', vehicle, from, from + 30 * hour)
        expect(moves.length).toBeGreaterThan(20)
        expect(moves.map((it) => it.at)).toEqual(moves.map((it) => it.at).toSorted())
        for (const move of moves) {
          expect(distanceM(move, stand)).toBeLessThan(25_000)
          expect(Number.isInteger(move.battery) && move.battery >= 0 && move.battery <= 100).toBe(true)
          expect(move.state).toBe(stateAt('seed', vehicle, millisOf(move.at)).state)
        }
        const odometer = moves.map((it) => it.movedM)
        expect(odometer).toEqual(odometer.toSorted((a, b) => a - b))
      }),
      { numRuns: 40 },
    )
  })

  test('move as many metres as its trips book', () => {
    fc.assert(
      fc.property(vehicles, days, (vehicle, day) => {
        const [from, until] = [startOf(vehicle, day), startOf(vehicle, addDays(day, 2))]
        const booked = runsBetween('seed', vehicle, from, until).reduce((sum, it) => sum + (it.distanceM ?? 0), 0)
        const moved = movesBetween('seed', vehicle, from, until).at(-1)?.movedM ?? 0
        expect(moved).toBe(booked)
      }),
      { numRuns: 40 },
    )
  })

  test('are the same in one step as in many', () => {
    fc.assert(
      fc.property(
        vehicles,
        days,
        fc.array(fc.integer({ min: 1, max: 10 * hour }), { minLength: 1, maxLength: 5 }),
        (vehicle, day, steps) => {
          const from = startOf(vehicle, day)
          const seams = steps.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? from) + step], [from])
          let moved = 0
          const inSteps = seams.slice(1).flatMap((until, n) => {
            const part = movesBetween('seed', vehicle, seams[n] ?? from, until)
            const told = part.map((it) => ({ ...it, movedM: it.movedM + moved }))
            moved = told.at(-1)?.movedM ?? moved
            return told
          })
          expect(inSteps).toEqual(movesBetween('seed', vehicle, from, seams.at(-1) ?? from))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('end at its stand every night, resting and then full', () => {
    fc.assert(
      fc.property(vehicles, days, (vehicle, day) => {
        const from = startOf(vehicle, day)
        // The longest night ends at six.
        const night = movesBetween('seed', vehicle, from, from + 6.1 * hour)
        const resting = night.filter((it) => it.state === 'resting')
        expect(resting.some((it) => isAtStand(stand, it))).toBe(true)
        expect(Math.max(...night.map((it) => it.battery))).toBe(100)
      }),
      { numRuns: 60 },
    )
  })
})
