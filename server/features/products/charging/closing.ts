import { sql } from 'kysely'
import type { ClosedAs } from '../../../db/charging-schema.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { forgetConnectors } from './connectors.ts'
import { bookTransaction } from './session-booking.ts'

const hour = 3_600_000
/** How long messages may overtake each other before a rule decides without the missing one. */
const patienceMs = hour
/** Nothing about the transaction, from a station that talks otherwise. */
const silenceMs = 24 * hour
/** Nothing from the station at all: its backlog may still come. */
const absenceMs = 168 * hour
/** A station that has just come back sends its backlog first. */
const backMs = hour
const most = 200

/**
 * Books what could not be booked at once, and closes by rule what has no end (docs/ocpp.md, "Sessions without an end").
 * A station that has fallen silent is taken to do nothing any more.
 * Each transaction is booked in a transaction of its own: one that fails keeps no other waiting.
 */
export async function closeCharging({ database, clock, log }: Omit<JobDeps, 'config'>): Promise<void> {
  await database.inTransaction((db) => assignStrayStops(db, clock.now()))
  for (const { station, id, closedAs } of await due(database.kysely, clock.now())) {
    try {
      await database.inTransaction((db) => bookTransaction(db, { station, id }, closedAs, clock))
    } catch (cause) {
      log.error('charging transaction not booked', cause, { station, transaction: id })
    }
  }
  const silentSince = instant(clock.now() - absenceMs)
  for (const station of await silentStations(database.kysely, silentSince)) {
    try {
      await database.inTransaction((db) => forgetConnectors(db, { station, silentSince }, clock))
    } catch (cause) {
      log.error('silent station not forgotten', cause, { station })
    }
  }
}

/** Stations whose connectors are still said to do something, though they were not heard of after `silentSince`. */
async function silentStations(db: Db, silentSince: string): Promise<string[]> {
  const rows = await db
    .selectFrom('station')
    .select('identity')
    .where('seenAt', '<=', silentSince)
    .where((it) =>
      it.exists(
        it
          .selectFrom('connector')
          .select('number')
          .whereRef('connector.station', '=', 'station.identity')
          .where('since', '<=', silentSince),
      ),
    )
    .limit(most)
    .execute()
  return rows.map((it) => it.identity)
}

async function due(db: Db, now: number): Promise<{ station: string; id: number; closedAs: ClosedAs }[]> {
  const before = (ms: number) => sql`${instant(now - ms)}::timestamptz`
  // Picked in no order, so that many that can't be booked (no tariff holds) don't keep the others waiting. Of those
  // that can't both be, the one that was complete first is booked; of those complete at once, the one whose start was
  // heard first.
  const { rows } = await sql<{ station: string; id: number; closedAs: ClosedAs }>`
    select station, id, closed_as from (select * from (
      select t.station, t.id, case when ended_said_at is null then t.heard_at else greatest(started_heard_at, ended_heard_at) end
        as complete_at, t.started_heard_at, case
        when ended_said_at is not null and started_said_at is not null
          and (meter_start is not null and meter_stop is not null or t.heard_at <= ${before(patienceMs)}) then 'ended'
        when t.heard_at <= ${before(patienceMs)} and exists (
          select 1 from charging_transaction next
          where next.station = t.station and next.connector = t.connector and next.id <> t.id
            and next.started_said_at > t.started_said_at and next.started_heard_at <= ${before(patienceMs)}
        ) then 'superseded'
        when t.heard_at <= ${before(absenceMs)} then 'silent'
        when t.heard_at <= ${before(silenceMs)} and station.connected_at <= ${before(backMs)}
          and station.seen_at >= t.heard_at + ${`${silenceMs} milliseconds`}::interval then 'silent'
      end as closed_as
      from charging_transaction t join station on station.identity = t.station
      where t.outcome is null
    ) open where closed_as is not null order by random() limit ${sql.lit(most)}) picked
    order by complete_at, started_heard_at, id`.execute(db)
  return rows
}

/**
 * Gives each end without a known start to the newest transaction of its station that began before it and has no end.
 * That waits for messages that were overtaken; where several connectors could be meant, the operator decides. An end
 * that was sent again, once the station knew its transaction, belongs to that one.
 */
async function assignStrayStops(db: Db, now: number): Promise<void> {
  const strays = await db
    .selectFrom('strayStop')
    .selectAll()
    .where('transactionId', 'is', null)
    .where('heardAt', '<=', instant(now - patienceMs))
    .where('heardAt', '>', instant(now - absenceMs))
    .orderBy('saidAt')
    .execute()
  for (const stray of strays) {
    // One after the other: another process may have given it away meanwhile.
    if (!(await lockUnassigned(db, stray))) continue
    const known = await db
      .selectFrom('chargingTransaction')
      .select('id')
      .where('station', '=', stray.station)
      .where('endedSaidAt', '=', stray.saidAt)
      .where('meterStop', '=', stray.meterStop)
      .limit(1)
      .executeTakeFirst()
    if (known) {
      await assign(db, stray, known.id)
      continue
    }
    const open = await db
      .selectFrom('chargingTransaction')
      .select(['id', 'connector'])
      .where('station', '=', stray.station)
      .where('outcome', 'is', null)
      .where('endedSaidAt', 'is', null)
      .where('startedSaidAt', '<=', stray.saidAt)
      .where('meterStart', '<=', stray.meterStop)
      .orderBy('startedSaidAt', 'desc')
      .forUpdate()
      .execute()
    const [newest] = open
    if (!newest || open.some((it) => it.connector !== newest.connector)) continue
    await db
      .updateTable('chargingTransaction')
      .set({ endedSaidAt: stray.saidAt, endedHeardAt: stray.heardAt, meterStop: stray.meterStop })
      .where('station', '=', stray.station)
      .where('id', '=', newest.id)
      .execute()
    await assign(db, stray, newest.id)
  }
}

async function lockUnassigned(db: Db, { station, ref }: { station: string; ref: string }): Promise<boolean> {
  const held = await db
    .selectFrom('strayStop')
    .select('ref')
    .where('station', '=', station)
    .where('ref', '=', ref)
    .where('transactionId', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

async function assign(
  db: Db,
  { station, ref }: { station: string; ref: string },
  transactionId: number,
): Promise<void> {
  await db
    .updateTable('strayStop')
    .set({ transactionId })
    .where('station', '=', station)
    .where('ref', '=', ref)
    .execute()
}
