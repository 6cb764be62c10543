import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToMachines, lockMachines } from '#server/db/machine-totals.ts'
import type { Database } from '#server/db/open.ts'
import { bookMany, bookRevenue } from '#server/features/products/machines/booking.ts'
import type { Report } from '#server/features/products/machines/rules.ts'
import { shareOf } from '#server/features/products/machines/rules.ts'
import { setMachineState } from '#server/features/products/machines/service-state.ts'
import { source } from '#server/features/products/machines/simulate.ts'
import { runsBetween } from '#server/features/products/machines/simulator.ts'
import type { DomainError } from '#server/http/domain-error.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import type { MadeMachine } from '#tests/support/people-and-machines.ts'
import { balances, makeMachine, makeMember, makeUnits } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { beforeCommit } from '#tests/support/overlap.ts'

const clock = new ManualClock('2026-11-20T06:00:00.000Z')

const trip = (machine: MadeMachine, over: Partial<Report> = {}): Report => ({
  source: 'feed',
  externalId: `${machine.deviceNumber}-1`,
  deviceNumber: machine.deviceNumber,
  kind: 'trip',
  startedAt: '2026-11-20T05:00:00.000Z',
  endedAt: '2026-11-20T05:20:00.000Z',
  distanceM: 4200,
  amount: 333,
  currency: 'USD',
  ...over,
})

describe.each(databases)('booking revenue on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const book = (report: Report) => database.inTransaction((db) => bookRevenue(db, report, clock))
  const shareTotal = async (machine: MadeMachine) =>
    (
      await database.kysely
        .selectFrom('machineTotal')
        .select('shareTotal')
        .where('machineId', '=', machine.id)
        .executeTakeFirstOrThrow()
    ).shareTotal

  test('counts once for ever: the share rounds down, the rest goes to the operator', async () => {
    const machine = await makeMachine(database.kysely, { memberShareBp: 6500 })
    const first = await book(trip(machine))
    expect(first.counted).toBe(true)
    expect(await book(trip(machine))).toEqual({ id: first.id, counted: false })
    expect(await shareTotal(machine)).toBe(216)
    expect((await balances(database.kysely, machine.id))['machine']).toBe(216)
    const revenue = await database.kysely
      .selectFrom('revenue')
      .selectAll()
      .where('machineId', '=', machine.id)
      .execute()
    expect(revenue).toMatchObject([
      {
        id: first.id,
        amount: 333,
        share: 216,
        shareTotalAfter: 216,
        distanceM: 4200,
        energyWh: null,
        bookedAt: '2026-11-20T06:00:00.000Z',
      },
    ])
  })

  test('many senders of one report at once: one counts', async () => {
    const machine = await makeMachine(database.kysely)
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(trip(machine))))
    expect(answers.filter((it) => it.counted)).toHaveLength(1)
    expect(new Set(answers.map((it) => it.id)).size).toBe(1)
    expect(await shareTotal(machine)).toBe(199)
  })

  test('many reports of one machine at once: all count, and the running total has no gap', async () => {
    const machine = await makeMachine(database.kysely)
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        book(trip(machine, { externalId: `${machine.deviceNumber}-many-${n}`, amount: 100 })),
      ),
    )
    const rows = await database.kysely
      .selectFrom('revenue')
      .select('shareTotalAfter')
      .where('machineId', '=', machine.id)
      .orderBy('shareTotalAfter')
      .execute()
    expect(rows.map((it) => it.shareTotalAfter)).toEqual([60, 120, 180, 240, 300, 360, 420, 480])
    expect(await shareTotal(machine)).toBe(480)
  })

  test.each([
    ['an end in the future', { endedAt: '2026-11-20T06:00:00.001Z' }, 'bad_request'],
    ['an end before its start', { endedAt: '2026-11-20T04:00:00.000Z' }, 'bad_request'],
    ['an unknown machine', { deviceNumber: 'NO-SUCH' }, 'not_found'],
    ['another currency', { currency: 'EUR' }, 'bad_request'],
    ['a session of a vehicle', { kind: 'session' }, 'bad_request'],
    ['nothing', { amount: 0 }, 'bad_request'],
    ['an amount no machine takes in', { amount: Number.MAX_SAFE_INTEGER }, 'bad_request'],
    ['a distance round the world and further', { distanceM: Number.MAX_SAFE_INTEGER }, 'bad_request'],
  ] as const)('refuses %s and changes nothing', async (_, over, code) => {
    const machine = await makeMachine(database.kysely)
    await expect(book(trip(machine, over))).rejects.toMatchObject({ name: 'DomainError', code })
    expect(await shareTotal(machine)).toBe(0)
  })

  test('refuses a second body under a known id, from this machine or another', async () => {
    const machine = await makeMachine(database.kysely)
    const other = await makeMachine(database.kysely)
    await book(trip(machine))
    await expect(book(trip(machine, { amount: 334 }))).rejects.toMatchObject({ code: 'key_reused' })
    await expect(book(trip(machine, { endedAt: '2026-11-20T05:20:01.000Z' }))).rejects.toMatchObject({
      code: 'key_reused',
    })
    await expect(book(trip(machine, { deviceNumber: other.deviceNumber }))).rejects.toMatchObject({
      code: 'key_reused',
    })
    expect(await shareTotal(other)).toBe(0)
    expect(await shareTotal(machine)).toBe(199)
  })

  test('one id for two machines at once: one counts, the other learns of it or is told to ask again', async () => {
    const [one, two] = [await makeMachine(database.kysely), await makeMachine(database.kysely)]
    const sent = await Promise.allSettled(
      [one, two].map((machine) => book(trip(machine, { externalId: `shared-${one.id}` }))),
    )
    expect(sent.map((it) => it.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = sent.find((it) => it.status === 'rejected')?.reason as DomainError
    expect(['in_progress', 'key_reused']).toContain(refused.code)
    expect((await shareTotal(one)) + (await shareTotal(two))).toBe(199)
  })

  test('what the operator changes of a machine meanwhile holds for revenue that waited for it', async () => {
    const machine = await makeMachine(database.kysely)
    const [, booked] = await beforeCommit(
      database,
      async (db) => {
        await lockMachines(db, [machine.id])
        await db.updateTable('machine').set({ memberShareBp: 5000 }).where('id', '=', machine.id).execute()
      },
      () => book(trip(machine, { amount: 100 })),
    )
    expect(booked).toMatchObject({ status: 'fulfilled' })
    expect(await shareTotal(machine)).toBe(50)
  })

  test('a batch leaves what as many single bookings would', async () => {
    const [single, batch] = [
      await makeMachine(database.kysely, { memberShareBp: 6333 }),
      await makeMachine(database.kysely, { memberShareBp: 6333 }),
    ]
    const runs = runsBetween(
      'seed',
      { deviceNumber: 'x', kind: 'vehicle', timeZone: 'UTC', runsPerDay: 25, averageAmount: 177 },
      clock.now() - 86_400_000,
      clock.now(),
    )
    const reports = (machine: MadeMachine) =>
      runs.map((run, n): Report => ({
        ...run,
        source,
        externalId: `${machine.id}-${n}`,
        deviceNumber: machine.deviceNumber,
        kind: 'trip',
        currency: 'USD',
      }))
    for (const report of reports(single)) await book(report)
    const answers = await database.inTransaction((db) =>
      bookMany(db, [...reports(batch), ...reports(batch).slice(0, 3)], clock),
    )
    expect(answers.slice(-3)).toEqual(answers.slice(0, 3).map(({ id }) => ({ id, counted: false })))
    const kept = async (machine: MadeMachine) =>
      await database.kysely
        .selectFrom('revenue')
        .select(['startedAt', 'endedAt', 'amount', 'share', 'shareTotalAfter', 'distanceM', 'bookedAt'])
        .where('machineId', '=', machine.id)
        .orderBy('endedAt')
        .execute()
    expect(await kept(batch)).toEqual(await kept(single))
    expect(await shareTotal(batch)).toBe(runs.reduce((sum, run) => sum + shareOf(run.amount, 6333), 0))
    expect(await balances(database.kysely, batch.id)).toEqual(await balances(database.kysely, single.id))
  })

  test('a meter that was held up takes its place in the running total', async () => {
    const machine = await makeMachine(database.kysely)
    for (const [externalId, endedAt] of [
      ['a', '2026-11-20T05:30:00.000Z'],
      ['b', '2026-11-20T05:10:00.000Z'],
      ['c', '2026-11-20T05:31:00.000Z'],
    ] as const) {
      await database.inTransaction((db) =>
        bookMany(db, [trip(machine, { externalId: `${machine.id}${externalId}`, endedAt })], clock, {
          bookedAt: 'end',
        }),
      )
    }
    const rows = await database.kysely
      .selectFrom('revenue')
      .select(['bookedAt', 'countedAt', 'share', 'shareTotalAfter'])
      .where('machineId', '=', machine.id)
      .orderBy('countedAt')
      .execute()
    const share = rows[0]?.share ?? 0
    expect(rows).toEqual(
      ['05:10', '05:30', '05:31'].map((time, at) => ({
        bookedAt: `2026-11-20T${time}:00.000Z`,
        countedAt: `2026-11-20T${time}:00.000Z`,
        share,
        shareTotalAfter: share * (at + 1),
      })),
    )
    expect(await shareTotal(machine)).toBe(share * 3)
  })

  test('a month of a busy fleet in one go', async () => {
    const machines = await Promise.all(Array.from({ length: 6 }, () => makeMachine(database.kysely)))
    const now = clock.now()
    const reports = machines.flatMap((machine) =>
      runsBetween(
        'seed',
        { deviceNumber: machine.deviceNumber, kind: 'vehicle', timeZone: 'UTC', runsPerDay: 20, averageAmount: 150 },
        now - 30 * 86_400_000,
        now,
      ).map((run): Report => ({ ...run, source, deviceNumber: machine.deviceNumber, kind: 'trip', currency: 'USD' })),
    )
    expect(reports.length).toBeGreaterThan(2500)
    const began = performance.now()
    for (let n = 0; n < reports.length; n += 2000)
      await database.inTransaction((db) => bookMany(db, reports.slice(n, n + 2000), clock, { bookedAt: 'end' }))
    console.log(`${reports.length} runs booked in ${Math.round(performance.now() - began)} ms`)
    expect(await shareTotal(machines[0] as MadeMachine)).toBeGreaterThan(0)
  })

  test('tells owners of a fault once, and ignores a late report', async () => {
    const machine = await makeMachine(database.kysely)
    const [owner, former] = [await makeMember(database.kysely), await makeMember(database.kysely)]
    await makeUnits(database.kysely, {
      memberId: owner,
      machine,
      count: 3,
      activeFrom: '2026-11-01T00:00:00.000Z',
      expiresAt: '2026-12-01T00:00:00.000Z',
    })
    const [sold] = await makeUnits(database.kysely, {
      memberId: former,
      machine,
      activeFrom: '2026-11-01T00:00:00.000Z',
      expiresAt: '2026-12-01T00:00:00.000Z',
    })
    await database.kysely
      .updateTable('unit')
      .set({ status: 'cancelled' })
      .where('id', '=', sold as string)
      .execute()
    await addToMachines(database.kysely, [{ machineId: machine.id, freed: 1 }])
    const report = (state: 'idle' | 'paused or faulty', since: string) =>
      database.inTransaction((db) => setMachineState(db, { deviceNumber: machine.deviceNumber, state, since }, clock))
    await report('paused or faulty', '2026-11-20T05:00:00.000Z')
    await report('paused or faulty', '2026-11-20T05:00:00.000Z')
    await report('idle', '2026-11-20T04:00:00.000Z')
    const { serviceState, stateSince } = await database.kysely
      .selectFrom('machine')
      .select(['serviceState', 'stateSince'])
      .where('id', '=', machine.id)
      .executeTakeFirstOrThrow()
    expect([serviceState, stateSince]).toEqual(['paused or faulty', '2026-11-20T05:00:00.000Z'])
    const messages = await database.kysely
      .selectFrom('message')
      .select(['memberId', 'kind'])
      .where('memberId', 'in', [owner, former])
      .execute()
    expect(messages).toEqual([{ memberId: owner, kind: 'machine_stopped' }])
    // A fault of the same instant is taken back by it, and its owners were told of the fault.
    await report('idle', '2026-11-20T05:00:00.000Z')
    const running = database.kysely.selectFrom('message').select('memberId').where('kind', '=', 'machine_running')
    expect(await running.where('memberId', 'in', [owner, former]).execute()).toEqual([{ memberId: owner }])
    await expect(report('idle', '2026-11-20T06:00:01.000Z')).rejects.toMatchObject({ code: 'bad_request' })
    await expect(
      database.inTransaction((db) =>
        setMachineState(db, { deviceNumber: 'NO-SUCH', state: 'idle', since: '2026-11-20T05:00:00.000Z' }, clock),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('leaves sound books behind', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})
