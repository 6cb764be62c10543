import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { lockMachines } from '#server/db/machine-totals.ts'
import type { Database, Db } from '#server/db/open.ts'
import { closeCharging } from '#server/features/products/charging/closing.ts'
import { noteConnector, plugsInUse, stateOf } from '#server/features/products/charging/connectors.ts'
import { chargeFor } from '#server/features/products/charging/tariff.ts'
import { setTariff } from '#server/features/products/charging/tariffs.ts'
import { silentLog } from '#server/log.ts'
import { handlers16 } from '#server/ocpp/ocpp16.ts'
import { handlers201 } from '#server/ocpp/ocpp201.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import { longer } from '#tests/support/longer.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { beforeCommit, runOverlapping } from '#tests/support/overlap.ts'
import { makeStation, usualTerms } from '#tests/support/station-world.ts'

const hour = 3_600_000
const added = '2026-11-20T00:00:00.000Z'
const firstStart = Date.parse('2026-11-20T01:00:00.000Z')
const meterBase = 5_000_000

/** A session as it truly was: one after the other at one connector. */
interface True {
  startedAt: number
  endedAt: number
  from: number
  to: number
}
interface Message {
  of: number
  what: 'start' | 'meter' | 'stop'
}
/** The one reading between the ends. */
const halfOf = ({ startedAt, endedAt, from, to }: True) => ({
  at: (startedAt + endedAt) / 2,
  wh: Math.floor((from + to) / 2),
})

const sessions = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 60_000, max: hour }),
      ms: fc.integer({ min: 60_000, max: hour }),
      watts: fc.integer({ min: 0, max: 350_000 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((drawn) => {
    let [at, wh] = [firstStart, meterBase]
    return drawn.map((it): True => {
      const to = wh + Math.floor((it.watts * it.ms) / hour)
      const session = { startedAt: at + it.pause, endedAt: at + it.pause + it.ms, from: wh, to }
      ;[at, wh] = [session.endedAt, session.to]
      return session
    })
  })

const messagesOf = (of: readonly True[]) =>
  of.flatMap((_, n) => (['start', 'meter', 'stop'] as const).map((what): Message => ({ of: n, what })))

/** Messages in any order, each twice at most; with `all`, none is lost. */
const deliveries = (all: boolean) =>
  sessions.chain((of) => {
    const [once, extra] = [messagesOf(of), messagesOf(of)]
    const delivered = all
      ? fc
          .tuple(fc.subarray(extra), fc.integer())
          .chain(([more]) => fc.shuffledSubarray([...once, ...more], { minLength: once.length + more.length }))
      : fc.shuffledSubarray([...once, ...extra])
    return fc.tuple(fc.constant(of), delivered)
  })

describe.each(databases)('charging on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
  })

  async function world(options: Parameters<typeof makeStation>[2] = {}) {
    const clock = new ManualClock(added)
    const { machine, identity } = await makeStation(database, clock, options)
    const context = { database, clock, log: silentLog, station: identity }
    const send16 = (method: string, params: object) => handlers16[method]!(context, params as never)
    const send201 = (method: string, params: object) => handlers201[method]!(context, params as never)
    const booked = () =>
      database.kysely
        .selectFrom('revenue')
        .leftJoin('sessionCharge', (join) =>
          join.onRef('sessionCharge.machineId', '=', 'revenue.machineId').onRef('revenueId', '=', 'revenue.id'),
        )
        .select(['externalId', 'startedAt', 'endedAt', 'energyWh', 'amount', 'closedAs', 'clockDoubted'])
        .where('revenue.machineId', '=', machine.id)
        .orderBy('startedAt')
        .execute()
    const transactions = () =>
      database.kysely
        .selectFrom('chargingTransaction')
        .selectAll()
        .where('station', '=', identity)
        .orderBy('startedSaidAt')
        .orderBy('ref')
        .execute()
    const close = () => closeCharging({ database, clock, log: silentLog })
    return { clock, machine, identity, send16, send201, booked, transactions, close }
  }
  type World = Awaited<ReturnType<typeof world>>

  function speaker16({ send16 }: World, of: readonly True[]) {
    const ids = new Map<number, number>()
    return async (message: Message) => {
      const it = of[message.of]!
      const transactionId = ids.get(message.of) ?? -1
      if (message.what === 'start') {
        const answer = await send16('StartTransaction', {
          connectorId: 1,
          idTag: 'A1',
          meterStart: it.from,
          timestamp: instant(it.startedAt),
        })
        ids.set(message.of, Number(answer['transactionId']))
      } else if (message.what === 'stop') {
        await send16('StopTransaction', { transactionId, meterStop: it.to, timestamp: instant(it.endedAt) })
      } else {
        const { at, wh } = halfOf(it)
        const meterValue = [{ timestamp: instant(at), sampledValue: [{ value: String(wh) }] }]
        await send16('MeterValues', { connectorId: 1, transactionId, meterValue })
      }
    }
  }

  function speaker201({ send201 }: World, of: readonly True[]) {
    const reading = (at: number, wh: number) => [{ timestamp: instant(at), sampledValue: [{ value: wh }] }]
    return async (message: Message) => {
      const it = of[message.of]!
      const event = (eventType: string, at: number, wh: number) =>
        send201('TransactionEvent', {
          eventType,
          timestamp: instant(at),
          triggerReason: 'Trigger',
          seqNo: 0,
          transactionInfo: { transactionId: `t${message.of}` },
          evse: { id: 1 },
          meterValue: reading(at, wh),
        })
      if (message.what === 'start') await event('Started', it.startedAt, it.from)
      else if (message.what === 'stop') await event('Ended', it.endedAt, it.to)
      else await event('Updated', halfOf(it).at, halfOf(it).wh)
    }
  }

  describe.each([
    ['1.6', speaker16],
    ['2.0.1', speaker201],
  ] as const)('OCPP %s', (version, speaker) => {
    const deliver = async (of: readonly True[], messages: readonly Message[]) => {
      const it = await world()
      it.clock.advance(12 * hour)
      const say = speaker(it, of)
      for (const message of messages) {
        await say(message)
        it.clock.advance(1000)
      }
      it.clock.advance(2 * hour)
      await it.close()
      it.clock.advance(8 * 24 * hour)
      await it.close()
      await it.close()
      return it
    }

    test('in any order and however often, every session is booked once, exactly, at its time', async () => {
      await fc.assert(
        fc.asyncProperty(deliveries(true), async ([of, messages]) => {
          const { booked } = await deliver(of, messages)
          expect(await booked()).toEqual(
            of.map((it) => ({
              externalId: expect.any(String),
              startedAt: instant(it.startedAt),
              endedAt: instant(it.endedAt),
              energyWh: it.to - it.from,
              amount: chargeFor(usualTerms, { ...it, energyWh: it.to - it.from }, 'UTC').amount,
              closedAs: 'ended',
              clockDoubted: false,
            })),
          )
        }),
        { numRuns: 10 * longer },
      )
    })

    test('with losses, no session is booked twice, none beyond what the meter counted, nothing negative', async () => {
      await fc.assert(
        fc.asyncProperty(deliveries(false), async ([of, messages]) => {
          const { booked, transactions } = await deliver(of, messages)
          const rows = await booked()
          expect(rows.length).toBeLessThanOrEqual(of.length)
          expect(rows.every((it) => it.amount > 0 && Number(it.energyWh) >= 0)).toBe(true)
          const counted = of.at(-1)!.to - of[0]!.from
          expect(rows.reduce((sum, it) => sum + Number(it.energyWh), 0)).toBeLessThanOrEqual(counted)
          expect((await transactions()).filter((it) => it.outcome === null)).toEqual([])
          if (version === '1.6') return
          // Each says which transaction it belongs to, so that none can take from another.
          for (const row of rows) {
            const its = of.filter((it) => row.startedAt >= instant(it.startedAt) && row.endedAt <= instant(it.endedAt))
            expect(its).toHaveLength(1)
            expect(Number(row.energyWh)).toBeLessThanOrEqual(its[0]!.to - its[0]!.from)
          }
        }),
        { numRuns: 10 * longer },
      )
    })
  })

  const start = { connectorId: 1, idTag: 'Card-1', meterStart: 1000, timestamp: '2026-11-20T10:00:00Z' }
  const stopOf = (transactionId: unknown, over: object = {}) => ({
    transactionId,
    meterStop: 11_000,
    timestamp: '2026-11-20T11:00:00Z',
    ...over,
  })

  test('is booked when the station says so, with the parts of its price', async () => {
    const { clock, send16, booked } = await world()
    clock.advance(11 * hour)
    const { transactionId } = await send16('StartTransaction', start)
    await send16('StopTransaction', stopOf(transactionId))
    // 10 kWh at 16 cents, 60 minutes at 2, 10 to start.
    expect(await booked()).toMatchObject([{ energyWh: 10_000, amount: 290, closedAs: 'ended' }])
  })

  test('of a token that may not charge is kept and not booked; a blocked one is told so', async () => {
    const { clock, send16, booked, transactions } = await world({ isOpen: false })
    clock.advance(11 * hour)
    const answer = await send16('StartTransaction', start)
    expect(answer).toMatchObject({ idTagInfo: { status: 'Invalid' } })
    await send16('StopTransaction', stopOf(answer['transactionId']))
    expect(await booked()).toEqual([])
    expect(await transactions()).toMatchObject([{ outcome: 'not allowed' }])
  })

  test('whose meter ran backwards costs no energy, and a leap of the meter is for the operator', async () => {
    const { clock, send16, booked, transactions } = await world()
    clock.advance(11 * hour)
    const first = await send16('StartTransaction', start)
    await send16('StopTransaction', stopOf(first['transactionId'], { meterStop: 10 }))
    expect(await booked()).toMatchObject([{ energyWh: 0, amount: 130 }])
    clock.advance(hour)
    const second = await send16('StartTransaction', { ...start, meterStart: 0, timestamp: '2026-11-20T11:00:00Z' })
    await send16(
      'StopTransaction',
      stopOf(second['transactionId'], { meterStop: 900_000_000, timestamp: '2026-11-20T12:00:00Z' }),
    )
    expect(await transactions()).toMatchObject([{ outcome: 'booked' }, { outcome: 'implausible' }])
    expect(await booked()).toHaveLength(1)
  })

  /** Charges by 2.0.1, times in minutes after 10:00. */
  async function charge(
    { send201 }: World,
    id: string,
    evse: number,
    [from, to]: readonly [number, number],
    wh: number,
  ) {
    const at = (minutes: number) => instant(Date.parse('2026-11-20T10:00:00Z') + minutes * 60_000)
    const reading = (minutes: number, value: number) => [{ timestamp: at(minutes), sampledValue: [{ value }] }]
    const of = { triggerReason: 'Trigger', seqNo: 0, transactionInfo: { transactionId: id }, evse: { id: evse } }
    const [first, last] = [reading(from, 0), reading(to, wh)]
    await send201('TransactionEvent', { ...of, eventType: 'Started', timestamp: at(from), meterValue: first })
    await send201('TransactionEvent', { ...of, eventType: 'Ended', timestamp: at(to), meterValue: last })
  }

  test('while its connector charged another car is for the operator, whichever came first', async () => {
    const it = await world()
    it.clock.advance(24 * hour)
    await charge(it, 'first', 1, [0, 60], 10_000)
    await charge(it, 'within', 1, [10, 20], 10_000)
    await charge(it, 'around', 1, [-60, 90], 10_000)
    await charge(it, 'another', 2, [10, 20], 10_000)
    // Two clocks may differ by some seconds.
    await charge(it, 'after', 1, [59.5, 80], 10_000)
    const outcomes = (await it.transactions()).map(({ ref, outcome }) => [ref, outcome])
    expect(Object.fromEntries(outcomes)).toEqual({
      first: 'booked',
      within: 'implausible',
      around: 'implausible',
      another: 'booked',
      after: 'booked',
    })
  })

  test('two at once at one connector are judged one after the other', async () => {
    const it = await world()
    it.clock.advance(24 * hour)
    await Promise.all(['a', 'b'].map((id) => charge(it, id, 1, [0, 60], 10_000)))
    const outcomes = (await it.transactions()).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['booked', 'implausible'])
  })

  test('beyond what a whole station can feed is for the operator', async () => {
    const it = await world()
    it.clock.advance(24 * hour)
    for (const evse of [1, 2, 3, 4, 5]) await charge(it, `e${evse}`, evse, [0, 60], 1_200_000)
    const outcomes = (await it.transactions()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['booked', 'booked', 'booked', 'booked', 'implausible'])
  })

  test('of an hour with more of them than cars can come is for the operator, from the first to the last or back', async () => {
    const it = await world()
    it.clock.advance(24 * hour)
    for (let n = 0; n < 123; n += 1) await charge(it, `n${n}`, 1, [-n / 10, -n / 10], 0)
    const outcomes = (await it.transactions()).map(({ outcome }) => outcome).toReversed()
    expect(outcomes.filter((of) => of === 'booked')).toHaveLength(120)
    expect(outcomes.slice(120)).toEqual(['implausible', 'implausible', 'implausible'])
  })

  test('without an end is closed at the last meter value: after a silence, or when the next one begins', async () => {
    const { clock, send16, booked, transactions, close } = await world()
    clock.advance(11 * hour)
    const { transactionId } = await send16('StartTransaction', start)
    const meterValue = [{ timestamp: '2026-11-20T10:30:00Z', sampledValue: [{ value: '6', unit: 'kWh' }] }]
    await send16('MeterValues', { connectorId: 1, transactionId, meterValue })
    await close()
    expect(await booked()).toEqual([])
    await send16('StartTransaction', { ...start, meterStart: 20_000, timestamp: '2026-11-20T10:55:00Z' })
    await close()
    expect(await booked()).toEqual([])
    clock.advance(hour)
    await close()
    // 5 kWh and 30 minutes.
    expect(await booked()).toMatchObject([{ energyWh: 5000, amount: 150, closedAs: 'superseded' }])
    await send16('StopTransaction', stopOf(transactionId))
    expect(await booked()).toHaveLength(1)
    expect(await transactions()).toMatchObject([{ lateMeterStop: 11_000 }, { outcome: null }])
    clock.advance(169 * hour)
    await close()
    expect(await transactions()).toMatchObject([{ outcome: 'booked' }, { closedAs: 'silent' }])
  })

  test('waits for a tariff, and is booked once there is one', async () => {
    const { clock, machine, send16, booked, close } = await world({ terms: null })
    clock.advance(11 * hour)
    const { transactionId } = await send16('StartTransaction', start)
    await send16('StopTransaction', stopOf(transactionId))
    await close()
    expect(await booked()).toEqual([])
    const terms = [{ from: '00:00', startFee: 0, perKwh: 10_000, perMinute: 0 }]
    await setTariff(database.kysely, { machineId: machine.id, validFrom: added, terms }, clock)
    await close()
    expect(await booked()).toMatchObject([{ energyWh: 10_000, amount: 100 }])
  })

  test('is priced by the time of day of its machine, also where that was changed while it waited for the machine', async () => {
    const { clock, machine, send16, booked, close } = await world({ terms: null })
    const setZone = (db: Db, timeZone: string) =>
      db.updateTable('machine').set({ timeZone }).where('id', '=', machine.id).execute()
    await setZone(database.kysely, 'UTC')
    clock.advance(11 * hour)
    const { transactionId } = await send16('StartTransaction', start)
    await send16('StopTransaction', stopOf(transactionId))
    const price = { startFee: 0, perMinute: 0 }
    const terms = [
      { from: '00:00', perKwh: 10_000, ...price },
      { from: '12:00', perKwh: 20_000, ...price },
    ]
    await setTariff(database.kysely, { machineId: machine.id, validFrom: added, terms }, clock)
    await beforeCommit(
      database,
      async (db) => {
        await lockMachines(db, [machine.id])
        await setZone(db, 'Asia/Tokyo')
      },
      close,
    )
    expect(await booked()).toMatchObject([{ energyWh: 10_000, amount: 200 }])
  })

  test.each([
    { which: 'that was complete first', startsApart: 0, endsApart: 1000, ref: 'car-9' },
    {
      which: 'that was heard of first, where all were complete at once',
      startsApart: 1000,
      endsApart: 0,
      ref: 'car-0',
    },
  ])('of several that waited for a tariff and cannot all be, the one $which is booked', async (of) => {
    const it = await world({ terms: null })
    it.clock.advance(24 * hour)
    const ids = Array.from({ length: 10 }, (_, n) => `car-${n}`)
    for (const transactionId of ids) {
      await it.send201('TransactionEvent', {
        eventType: 'Started',
        timestamp: '2026-11-20T10:00:00Z',
        triggerReason: 'Trigger',
        seqNo: 0,
        transactionInfo: { transactionId },
        evse: { id: 1 },
        meterValue: [{ timestamp: '2026-11-20T10:00:00Z', sampledValue: [{ value: 0 }] }],
      })
      it.clock.advance(of.startsApart)
    }
    for (const id of ids.toReversed()) {
      await charge(it, id, 1, [0, 60], 10_000)
      it.clock.advance(of.endsApart)
    }
    const said = async () => {
      const context = { database, clock: it.clock, config: readConfig({}), log: silentLog }
      return (await operate(context, ['station', 'sessions', '--identity', it.identity])).lines
    }
    expect((await said()).every((line) => line.endsWith('  open, no tariff for its time'))).toBe(true)
    const terms = [{ from: '00:00', startFee: 0, perKwh: 10_000, perMinute: 0 }]
    await setTariff(database.kysely, { machineId: it.machine.id, validFrom: added, terms }, it.clock)
    expect((await said())[0]).toMatch(/ open$/)
    await it.close()
    const booked = (await it.transactions()).filter(({ outcome }) => outcome === 'booked')
    expect(booked.map(({ ref }) => ref)).toEqual([of.ref])
  })

  test('of a station whose clock stands in 1970 belongs to when it was heard', async () => {
    const { clock, send16, booked } = await world()
    clock.advance(10 * hour)
    const { transactionId } = await send16('StartTransaction', { ...start, timestamp: '1970-01-01T00:00:00Z' })
    clock.advance(hour)
    await send16('StopTransaction', stopOf(transactionId, { timestamp: '1970-01-01T01:00:00Z' }))
    expect(await booked()).toMatchObject([
      { startedAt: '2026-11-20T10:00:00.000Z', endedAt: '2026-11-20T11:00:00.000Z', amount: 290, clockDoubted: true },
    ])
  })

  test('of a station whose clock was set back meanwhile belongs to when it was heard', async () => {
    const { clock, send16, booked } = await world()
    clock.advance(10 * hour)
    const { transactionId } = await send16('StartTransaction', start)
    clock.advance(hour)
    await send16('StopTransaction', stopOf(transactionId, { timestamp: '2026-11-20T09:30:00Z' }))
    expect(await booked()).toMatchObject([
      { startedAt: '2026-11-20T10:00:00.000Z', endedAt: '2026-11-20T11:00:00.000Z', amount: 290, clockDoubted: true },
    ])
  })

  test('whose end came without its transaction, and then with it, ends no other', async () => {
    const { clock, send16, booked, transactions, close } = await world()
    clock.advance(12 * hour)
    const lost = await send16('StartTransaction', { ...start, timestamp: '2026-11-20T08:00:00Z' })
    const meterValue = [{ timestamp: '2026-11-20T08:30:00Z', sampledValue: [{ value: '2', unit: 'kWh' }] }]
    await send16('MeterValues', { connectorId: 1, transactionId: lost['transactionId'], meterValue })
    const known = await send16('StartTransaction', { ...start, meterStart: 2000 })
    for (const id of [-1, -1, known['transactionId'], -1]) await send16('StopTransaction', stopOf(id))
    clock.advance(2 * hour)
    await close()
    await close()
    expect(await transactions()).toMatchObject([
      { outcome: 'booked', closedAs: 'superseded' },
      { outcome: 'booked', closedAs: 'ended' },
    ])
    expect((await booked()).map((it) => it.energyWh)).toEqual([1000, 9000])
  })

  test('whose end came without its transaction ends one, however many look for it at once', async () => {
    const { clock, identity, send16, transactions, close } = await world()
    clock.advance(11 * hour)
    await send16('StartTransaction', { ...start, timestamp: '2026-11-20T09:00:00Z' })
    await send16('StartTransaction', start)
    await send16('StopTransaction', stopOf(-1))
    clock.advance(hour)
    // On the embedded database one comes after the other.
    const holding = async (db: Db) => {
      await sql`select 1 from charging_transaction where station = ${identity} for update`.execute(db)
    }
    await beforeCommit(database, holding, () => Promise.all([close(), close()]), 2)
    expect(await transactions()).toMatchObject([{ endedSaidAt: null }, { meterStop: 11_000, outcome: 'booked' }])
  })

  test("whose end names another station's transaction leaves that alone", async () => {
    const [one, other] = [await world(), await world()]
    for (const it of [one, other]) it.clock.advance(12 * hour)
    const { transactionId } = await one.send16('StartTransaction', start)
    await other.send16('StopTransaction', stopOf(transactionId))
    await other.send16('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: '2026-11-20T10:30:00Z', sampledValue: [{ value: '6', unit: 'kWh' }] }],
    })
    other.clock.advance(2 * hour)
    await other.close()
    expect(await one.transactions()).toMatchObject([{ endedSaidAt: null, lastRead: null, outcome: null }])
    expect(await other.transactions()).toEqual([])
  })

  test('of 2.0.1 takes the readings that are named after begin and end, and a token that came later', async () => {
    const { clock, send201, booked, transactions } = await world({ isOpen: false })
    await database.kysely
      .insertInto('chargingToken')
      .values({ token: 'CARD-9', label: 'x', addedAt: added, blockedAt: null })
      .onConflict((it) => it.doNothing())
      .execute()
    clock.advance(11 * hour)
    const event = (eventType: string, seqNo: number, over: object) =>
      send201('TransactionEvent', {
        eventType,
        seqNo,
        timestamp: '2026-11-20T10:00:00Z',
        triggerReason: 'Trigger',
        transactionInfo: { transactionId: 'x' },
        ...over,
      })
    await event('Started', 0, {})
    const idToken = { idToken: 'card-9', type: 'ISO14443' }
    expect(await event('Updated', 1, { idToken })).toEqual({ idTokenInfo: { status: 'Accepted' } })
    const sampled = (context: string, value: number) => ({
      timestamp: '2026-11-20T11:00:00Z',
      sampledValue: [
        { value: 99, measurand: 'Power.Active.Import' },
        { value, context, unitOfMeasure: { unit: 'kWh' } },
      ],
    })
    await event('Ended', 2, {
      timestamp: '2026-11-20T11:00:00Z',
      meterValue: [sampled('Transaction.Begin', 3.5), sampled('Transaction.End', 13.5)],
    })
    expect(await booked()).toMatchObject([{ energyWh: 10_000, amount: 290 }])
    expect(await transactions()).toMatchObject([{ outcome: 'booked' }])
  })

  test.each([
    ['not allowed', { Started: 'blocked', Ended: null }],
    ['not allowed', { Ended: null, Started: 'blocked' }],
    ['not allowed', { Started: 'blocked', Ended: 'nobody' }],
    ['not allowed', { Started: null, Updated: 'blocked', Ended: null }],
    ['booked', { Started: 'blocked', Ended: 'another' }],
    ['booked', { Started: null, Ended: 'blocked' }],
    ['booked', { Started: 'another', 'Started again': 'blocked', Ended: null }],
  ] as const)('of 2.0.1 at an open station is %s after %j', async (outcome, events) => {
    const { clock, send201, transactions } = await world()
    await database.kysely
      .insertInto('chargingToken')
      .values({ token: 'CARD-13', label: 'x', addedAt: added, blockedAt: added })
      .onConflict((it) => it.doNothing())
      .execute()
    clock.advance(11 * hour)
    const idTokens = {
      blocked: { idToken: 'card-13', type: 'ISO14443' },
      another: { idToken: 'card-14', type: 'ISO14443' },
      nobody: { idToken: '', type: 'NoAuthorization' },
    }
    for (const [name, token] of Object.entries(events) as [string, keyof typeof idTokens | null][]) {
      const [eventType] = name.split(' ')
      const [timestamp, value] =
        eventType === 'Ended' ? ['2026-11-20T11:00:00Z', 11_000] : ['2026-11-20T10:00:00Z', 1000]
      await send201('TransactionEvent', {
        eventType,
        timestamp,
        triggerReason: 'Trigger',
        seqNo: 0,
        transactionInfo: { transactionId: 'y' },
        meterValue: [{ timestamp, sampledValue: [{ value }] }],
        ...(token !== null && { idToken: idTokens[token] }),
      })
    }
    expect(await transactions()).toMatchObject([{ outcome }])
  })

  test("a pile's state follows its plugs, and an older notice changes nothing", async () => {
    const { clock, machine, send16 } = await world()
    clock.advance(11 * hour)
    const state = async () =>
      await database.kysely
        .selectFrom('machine')
        .select(['serviceState', 'stateSince'])
        .where('id', '=', machine.id)
        .executeTakeFirstOrThrow()
    const notice = (connectorId: number, status: string, time: string) =>
      send16('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: `2026-11-20T${time}:00Z` })
    await notice(1, 'Available', '09:00')
    await notice(2, 'Charging', '09:10')
    expect(await state()).toEqual({ serviceState: 'in service', stateSince: '2026-11-20T09:10:00.000Z' })
    expect(await plugsInUse(database.kysely, [machine.id])).toEqual(new Map([[machine.id, { used: 1, total: 2 }]]))
    await notice(2, 'Available', '09:05')
    await notice(2, 'Charging', '09:20')
    expect(await state()).toEqual({ serviceState: 'in service', stateSince: '2026-11-20T09:10:00.000Z' })
    await notice(0, 'Faulted', '10:00')
    expect((await state()).serviceState).toBe('paused or faulty')
  })

  test("a pile's state counts a plug whose notice comes late, and one whose station has lost its clock", async () => {
    const { clock, machine, send16, send201 } = await world()
    clock.advance(11 * hour)
    const state = async () =>
      await database.kysely
        .selectFrom('machine')
        .select(['serviceState', 'stateSince'])
        .where('id', '=', machine.id)
        .executeTakeFirstOrThrow()
    const notice = (connectorId: number, status: string, timestamp: string) =>
      send16('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp })
    await notice(1, 'Charging', '2026-11-20T09:00:00Z')
    await notice(1, 'Available', '2026-11-20T10:30:00Z')
    await notice(2, 'Charging', '2026-11-20T10:00:00Z')
    expect(await state()).toEqual({ serviceState: 'in service', stateSince: '2026-11-20T10:30:00.000Z' })
    await notice(2, 'Available', '1970-01-01T00:00:00Z')
    expect(await state()).toEqual({ serviceState: 'idle', stateSince: '2026-11-20T11:00:00.000Z' })
    clock.advance(hour)
    await send201('StatusNotification', {
      timestamp: '1970-01-01T00:00:00Z',
      connectorStatus: 'Occupied',
      evseId: 1,
      connectorId: 1,
    })
    expect(await state()).toEqual({ serviceState: 'in service', stateSince: '2026-11-20T12:00:00.000Z' })
  })

  test('of two notices at once the later one sees what the other said', async () => {
    const { clock, machine, identity, send16 } = await world()
    clock.advance(11 * hour)
    const notice = (number: number, status: string) => (db: Db) =>
      noteConnector(db, { station: identity, number, status, said: instant(clock) }, clock)
    for (const connectorId of [1, 2])
      await send16('StatusNotification', { connectorId, status: 'Available', errorCode: 'NoError' })
    await runOverlapping(database, notice(1, 'Faulted'), notice(2, 'Faulted'))
    const { serviceState } = await database.kysely
      .selectFrom('machine')
      .select('serviceState')
      .where('id', '=', machine.id)
      .executeTakeFirstOrThrow()
    expect(serviceState).toBe('paused or faulty')
  })
})

test('a pile is in service while a car is at any plug, and stopped only when no plug works', () => {
  const plugs = (...of: string[]) => of.map((status, n) => ({ number: n + 1, status }))
  expect(stateOf(plugs('Available', 'Charging'))).toBe('in service')
  expect(stateOf(plugs('Faulted', 'Occupied'))).toBe('in service')
  expect(stateOf(plugs('Faulted', 'Available'))).toBe('idle')
  expect(stateOf(plugs('Faulted', 'Faulted'))).toBe('paused or faulty')
  expect(stateOf(plugs('Unavailable', 'Unavailable'))).toBe('resting')
  expect(stateOf([{ number: 0, status: 'Unavailable' }, ...plugs('Available')])).toBe('resting')
  expect(stateOf([])).toBe('idle')
})
