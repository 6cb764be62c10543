import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import { sessionLine } from '#protocol/statistics.ts'
import { addDays, dayIn, instant, millisOf } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { bookMany } from '#server/features/products/machines/booking.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { giveRights } from '#server/db/running-role.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { makeMachine, makeMember, makeUnits, type MadeMachine } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000
const quarter = 15 * minute
const day = 24 * 60 * minute

/** Half and three quarters of an hour from UTC, and a clock that changes by half an hour. The last is no zone. */
const zones = [
  'Europe/Berlin',
  'America/St_Johns',
  'America/Havana',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Jakarta',
  'UTC',
  'Mars/Olympus',
]
/** Clocks of some of the zones change within the ten days after each of them. */
const begins = ['2026-03-25', '2026-04-01', '2026-09-24', '2026-10-22']

interface Line {
  points: Answer<typeof sessionLine>['points']
  use: Answer<typeof sessionLine>['use']
}
interface Run {
  machine: MadeMachine
  from: number
  until: number
  amount: number
}
interface Term {
  machine: MadeMachine
  from: number
  until: number
}

describe.each(databases)('Days of machines on $name', ({ open }) => {
  let database: Database
  let world: BareWorld
  const clock = new ManualClock('2026-12-01T12:00:00.000Z')

  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
  })
  afterAll(() => database.close())

  const book = (runs: readonly Run[]) =>
    database.inTransaction((db) =>
      bookMany(
        db,
        runs.map(({ machine, from, until, amount }) => ({
          source: 'test',
          externalId: randomUUID(),
          deviceNumber: machine.deviceNumber,
          kind: 'trip' as const,
          startedAt: instant(from),
          endedAt: instant(until),
          distanceM: amount * 3,
          amount,
          currency: 'USD',
        })),
        clock,
      ),
    )

  const own = (memberId: string, terms: readonly Term[]) =>
    database.inTransaction(async (db) => {
      for (const { machine, from, until } of terms)
        await makeUnits(db, { memberId, machine, activeFrom: instant(from), expiresAt: instant(until) })
    })

  async function lineOf(memberId: string, span: object): Promise<Line> {
    const { body } = await world.call(sessionLine.path, {
      method: 'GET',
      args: span,
      token: await world.tokenOf(memberId),
    })
    expect([body.errno, body.errmsg]).toEqual([0, ''])
    return body.data as Line
  }

  /** A time in the twelve days after `begin`, to the millisecond, within a day or over several. */
  const times = (longest: number) =>
    fc
      .tuple(fc.integer({ min: 0, max: 12 * day }), fc.integer({ min: 0, max: longest }))
      .map(([from, length]) => ({ from, until: from + length }))
  const life = fc.record({
    zone: fc.constantFrom(...zones),
    begin: fc.constantFrom(...begins),
    runs: fc.array(
      fc.record({
        time: fc.oneof({ weight: 5, arbitrary: times(3 * 60 * minute) }, times(9 * day)),
        machine: fc.constantFrom(0, 1),
        amount: fc.integer({ min: 1, max: 2000 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    terms: fc.array(fc.record({ time: times(8 * day), machine: fc.constantFrom(0, 1) }), {
      minLength: 1,
      maxLength: 5,
    }),
    isOwnedFirst: fc.boolean(),
    span: fc.tuple(fc.integer({ min: -2, max: 12 }), fc.integer({ min: 0, max: 14 })),
  })

  test('answers are what the runs give, in every zone and over changes of the clocks', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ zone, begin, isOwnedFirst, ...made }) => {
        // Asked more often than once a minute, the server refuses.
        clock.advance(minute)
        const start = millisOf(`${begin}T00:00:00.000Z`)
        const machines = await database.inTransaction(async (db) => [
          await makeMachine(db, { unitsTotal: 7 }),
          await makeMachine(db, { unitsTotal: 60, memberShareBp: 10_000 }),
        ])
        const placed = <T extends { machine: number; time: { from: number; until: number } }>({ time, ...it }: T) => ({
          ...it,
          machine: machines[it.machine] as MadeMachine,
          from: start + time.from,
          until: start + time.until,
        })
        const runs = made.runs.map(placed)
        const terms = made.terms.map(placed).map((it) => ({ ...it, until: it.until + 1 }))
        const memberId = await makeMember(database.kysely, { timeZone: zone })
        if (isOwnedFirst) await own(memberId, terms)
        await book(runs)
        if (!isOwnedFirst) await own(memberId, terms)
        const span = { from: addDays(begin, made.span[0]), to: addDays(begin, made.span[0] + made.span[1]) }
        expect(await lineOf(memberId, span)).toMatchObject(expectedLine({ zone, span, runs, terms }))
      }),
      { numRuns: 30 },
    )
    expect(await reconcile(database.kysely)).toEqual([])
  })

  // A database is distributed after all migrations.
  test.skipIf(isOnCitus)('the migration counts what was booked before it as bookings do', async () => {
    const rows = async () =>
      (await sql<{ row: string }>`select machine_day::text as row from machine_day order by 1`.execute(database.kysely))
        .rows
    const zonesOf = async (machines: RawBuilder<unknown>) =>
      (
        await sql`select id, array(select unnest(owner_zones) order by 1) from ${machines} order by id`.execute(
          database.kysely,
        )
      ).rows
    const totals = sql`(select machine_id as id, owner_zones from machine_total) total`
    const [before, zonesBefore] = [await rows(), await zonesOf(totals)]
    expect(before.length).toBeGreaterThan(100)
    await asOwner(database, async (db) => {
      await sql`drop table machine_day`.execute(db)
      await sql.raw(readFileSync('server/db/migrations/121_machine_days.sql', 'utf8')).execute(db)
      await giveRights(db)
    })
    expect(await rows()).toEqual(before)
    expect(await zonesOf(sql`machine`)).toEqual(zonesBefore)
  })

  test('reconciliation finds a run that a day lacks', async () => {
    const { machineId, zone, day } = await database.kysely
      .selectFrom('machineDay')
      .select(['machineId', 'zone', 'day'])
      .where('sessions', '>', 0)
      .executeTakeFirstOrThrow()
    await sql`update machine_day set revenue = revenue - 1
      where machine_id = ${machineId} and zone = ${zone} and day = ${day}`.execute(database.kysely)
    expect((await reconcile(database.kysely)).map(({ check, subject }) => ({ check, subject }))).toEqual([
      { check: 'revenue is in its days', subject: `machine ${machineId}` },
    ])
  })
})

/** The answer worked out quarter by quarter from runs and terms, by another way than the server's. */
function expectedLine({
  zone,
  span,
  runs,
  terms,
}: {
  zone: string
  span: { from: string; to: string }
  runs: Run[]
  terms: Term[]
}) {
  const isHeld = (machine: MadeMachine, at: number) =>
    terms.some((it) => it.machine === machine && it.from <= at && at < it.until)
  const clockOf = quarterClock(zone)
  const isWithin = (at: number) => {
    const on = clockOf(at).day
    return span.from <= on && on <= span.to
  }
  const points = []
  for (let on = span.from; on <= span.to; on = addDays(on, 1)) {
    const done = runs.filter((it) => isHeld(it.machine, it.until) && dayIn(zone, it.until) === on)
    const shares = new Map<MadeMachine, number>()
    for (const { machine, amount } of done)
      shares.set(machine, (shares.get(machine) ?? 0) + Math.floor((amount * (machine.unitsTotal === 7 ? 6 : 10)) / 10))
    points.push({
      day: on,
      sessions: done.length,
      revenue: done.reduce((sum, it) => sum + it.amount, 0),
      perUnit: [...shares].reduce((sum, [machine, share]) => sum + Math.floor(share / machine.unitsTotal), 0),
      energyWh: 0,
      distanceM: done.reduce((sum, it) => sum + it.amount * 3, 0),
    })
  }
  const [used, there] = [week(), week()]
  for (const machine of new Set(terms.map((it) => it.machine))) {
    const mine = terms.filter((it) => it.machine === machine)
    const bounds = mine.flatMap((it) => [it.from, it.until]).toSorted((a, b) => a - b)
    for (const held of bounds.map((from, at) => ({ from, until: bounds[at + 1] ?? from }))) {
      if (!isHeld(machine, held.from)) continue
      addQuarters(there, held, clockOf, isWithin)
      for (const run of runs.filter((it) => it.machine === machine)) {
        const from = Math.max(run.from, run.until - 7 * day, held.from)
        addQuarters(used, { from, until: Math.min(run.until, held.until) }, clockOf, isWithin)
      }
    }
  }
  return {
    points,
    use: there.map((hours, weekday) =>
      hours.map((seconds, hour) =>
        seconds === 0 ? null : Math.min(10_000, Math.floor(((used[weekday]?.[hour] ?? 0) * 10_000) / seconds)),
      ),
    ),
  }
}

function week(): number[][] {
  return Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
}

type Clock = (at: number) => { day: string; weekday: number; hour: number }

function addQuarters(
  sums: number[][],
  { from, until }: { from: number; until: number },
  clockOf: Clock,
  isWithin: (at: number) => boolean,
) {
  if (from >= until) return
  for (let at = from - (from % quarter); at < until; at += quarter) {
    if (!isWithin(at)) continue
    const { weekday, hour } = clockOf(at)
    const hours = sums[weekday] as number[]
    const [begun, over] = [Math.max(from, at), Math.min(until, at + quarter)]
    hours[hour] = (hours[hour] ?? 0) + Math.floor(over / 1000) - Math.floor(begun / 1000)
  }
}

/** Clocks change at quarters of an hour, so that the whole quarter is in one hour. */
function quarterClock(zone: string): Clock {
  const known = new Map<number, ReturnType<Clock>>()
  const timeZone = zone === 'Mars/Olympus' ? 'UTC' : zone
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (at) => {
    const start = at - (at % quarter)
    const parts = Object.fromEntries(format.formatToParts(start).map((it) => [it.type, it.value]))
    const on = `${parts['year']}-${parts['month']}-${parts['day']}`
    const found = known.get(start) ?? {
      day: on,
      weekday: new Date(`${on}T00:00:00Z`).getUTCDay(),
      hour: Number(parts['hour']),
    }
    known.set(start, found)
    return found
  }
}
