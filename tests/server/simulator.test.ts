import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayIn, millisOf, startOfDay } from '#server/clock.ts'
import type { Profile } from '#server/features/products/machines/simulator.ts'
import { runsBetween, simulateDay, stateAt } from '#server/features/products/machines/simulator.ts'

const scooter: Profile = {
  deviceNumber: 'SC-0001',
  kind: 'vehicle',
  timeZone: 'Asia/Jakarta',
  runsPerDay: 22,
  averageAmount: 140,
}
const pile: Profile = {
  deviceNumber: 'CP-0001',
  kind: 'pile',
  timeZone: 'Asia/Jakarta',
  runsPerDay: 9,
  averageAmount: 620,
}

const profiles = fc.record({
  deviceNumber: fc.stringMatching(/^[A-Z]{2}-\d{4}$/),
  kind: fc.constantFrom('vehicle' as const, 'pile' as const),
  timeZone: fc.constantFrom(
    'Asia/Jakarta',
    'UTC',
    'America/New_York',
    'Africa/Cairo',
    'Pacific/Auckland',
    'No/Such_Zone',
  ),
  runsPerDay: fc.integer({ min: 1, max: 90 }),
  averageAmount: fc.integer({ min: 1, max: 20_000 }),
})
const days = fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2024-01-01', n))

describe('a simulated day', () => {
  test('is the same for the same seed and another for another', () => {
    expect(simulateDay('a', scooter, '2026-11-20')).toEqual(simulateDay('a', scooter, '2026-11-20'))
    expect(simulateDay('a', scooter, '2026-11-20')).not.toEqual(simulateDay('b', scooter, '2026-11-20'))
    expect(simulateDay('a', scooter, '2026-11-20').runs.length).not.toBe(0)
  })

  test('has no run that overlaps another, runs through a stop or leaves the day', () => {
    fc.assert(
      fc.property(profiles, days, (profile, day) => {
        const { runs, stops } = simulateDay('seed', profile, day)
        let free = startOfDay(profile.timeZone, day)
        for (const run of runs) {
          const [start, end] = [millisOf(run.startedAt), millisOf(run.endedAt)]
          expect(start).toBeGreaterThanOrEqual(free)
          expect(end).toBeGreaterThan(start)
          expect(stops.some((it) => start < it.until && end > it.from)).toBe(false)
          expect(run.amount).toBeGreaterThan(0)
          expect(profile.kind === 'vehicle' ? run.distanceM : run.energyWh).toBeGreaterThanOrEqual(0)
          free = end
        }
        expect(free).toBeLessThanOrEqual(startOfDay(profile.timeZone, addDays(day, 1)))
        expect(new Set(runs.map((run) => run.externalId)).size).toBe(runs.length)
      }),
    )
  })

  test.each([scooter, pile])('takes in about what the profile says over a year ($kind)', (profile) => {
    const year = Array.from({ length: 364 }, (_, n) => simulateDay('seed', profile, addDays('2026-01-01', n)))
    const runs = year.flatMap((it) => it.runs)
    const taken = runs.reduce((sum, run) => sum + run.amount, 0)
    expect(taken / (364 * profile.runsPerDay * profile.averageAmount)).toBeGreaterThan(0.85)
    expect(taken / (364 * profile.runsPerDay * profile.averageAmount)).toBeLessThan(1.05)
    const faulty = year.filter((it) => it.stops.some((stop) => stop.state === 'paused or faulty')).length
    expect(faulty).toBeGreaterThan(5)
    expect(faulty).toBeLessThan(40)
    // Wednesdays are busier than Sundays for a vehicle, the other way round at a pile; nights are quiet.
    const onWeekday = (weekday: number) =>
      year.filter((_, n) => (n + 4) % 7 === weekday).reduce((sum, it) => sum + it.runs.length, 0)
    expect(onWeekday(3) > onWeekday(0)).toBe(profile.kind === 'vehicle')
    const atNight = runs.filter(
      (run) =>
        Number(
          new Intl.DateTimeFormat('en', { timeZone: profile.timeZone, hour: '2-digit', hourCycle: 'h23' }).format(
            millisOf(run.startedAt),
          ),
        ) < 5,
    )
    expect(atNight.length / runs.length).toBeLessThan(0.12)
  })
})

describe('what has ended between two instants', () => {
  test('is the same in one step as in many: nothing is lost or told twice at the seams', () => {
    fc.assert(
      fc.property(
        profiles,
        days,
        fc.array(fc.integer({ min: 1, max: 30 * 3_600_000 }), { minLength: 1, maxLength: 6 }),
        (profile, day, steps) => {
          const from = startOfDay(profile.timeZone, day)
          const seams = steps.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? from) + step], [from])
          const inSteps = seams.slice(1).flatMap((until, n) => runsBetween('seed', profile, seams[n] ?? from, until))
          expect(inSteps).toEqual(runsBetween('seed', profile, from, seams.at(-1) ?? from))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the state of a machine', () => {
  test('agrees with its day at every moment', () => {
    fc.assert(
      fc.property(profiles, days, fc.double({ min: 0, max: 0.999, noNaN: true }), (profile, day, part) => {
        const from = startOfDay(profile.timeZone, day)
        const now = Math.floor(from + part * (startOfDay(profile.timeZone, addDays(day, 1)) - from))
        const { state, since } = stateAt('seed', profile, now)
        const { runs, stops } = simulateDay('seed', profile, day)
        expect(millisOf(since)).toBeLessThanOrEqual(now)
        expect(dayIn(profile.timeZone, since)).toBe(day)
        expect(state === 'in service').toBe(
          runs.some((run) => millisOf(run.startedAt) <= now && now < millisOf(run.endedAt)),
        )
        expect(state === 'paused or faulty' || state === 'resting').toBe(
          stops.some((it) => it.from <= now && now < it.until),
        )
      }),
    )
  })
})

describe('when a day begins', () => {
  test.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['Asia/Jakarta', '2026-11-20', '2026-11-19T17:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    // Clocks skip midnight itself here: the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
    ['Pacific/Chatham', '2026-11-20', '2026-11-19T10:15:00.000Z'],
    ['No/Such_Zone', '2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('%s %s', (zone, day, at) => {
    expect(startOfDay(zone, day)).toBe(millisOf(at))
  })
})
