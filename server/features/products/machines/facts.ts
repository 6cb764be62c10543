import { sql } from 'kysely'
import type { MachineFacts } from '#protocol/products.ts'
import { addDays, dayIn, instant, startOfDay, type Clock } from '../../../clock.ts'
import { atOnce } from '../../../db/at-once.ts'
import type { Db } from '../../../db/open.ts'

const faultsKeptDays = 90
const faultsMost = 20

type Span = MachineFacts['today']['spans'][number]

/** What a machine does now, what it did today in `zone`, and its faults of the last 90 days. */
export async function machineFacts(
  db: Db,
  { machineId, zone }: { machineId: string; zone: string },
  clock: Clock,
): Promise<MachineFacts> {
  const day = dayIn(zone, clock.now())
  const today = {
    machineId,
    from: instant(startOfDay(zone, day)),
    until: instant(startOfDay(zone, addDays(day, 1))),
    now: instant(clock),
  }
  const [machine, runs, stops, battery, faults] = await atOnce([
    stateOf(db, machineId),
    runsOf(db, today),
    stopsOf(db, today),
    batteryOf(db, today),
    faultsOf(db, machineId, instant(clock.now() - faultsKeptDays * 86_400_000)),
  ])
  return {
    ...machine,
    today: {
      day,
      from: today.from,
      until: today.until,
      sessions: runs.length,
      spans: [...runs, ...stops].toSorted((a, b) => (a.from < b.from ? -1 : 1)),
      battery,
    },
    faults,
  }
}

function stateOf(db: Db, machineId: string) {
  return db
    .selectFrom('machine')
    .select((eb) => [
      'stateSince',
      'battery',
      'odometerM',
      'closedAt',
      // A charging station is heard of at every heartbeat.
      eb
        .fn<string | null>('greatest', [
          'lastSeenAt',
          eb.selectFrom('station').select('seenAt').where('machineId', '=', machineId).where('removedAt', 'is', null),
        ])
        .as('lastSeenAt'),
    ])
    .where('machine.id', '=', machineId)
    .executeTakeFirstOrThrow()
}

interface Today {
  machineId: string
  from: string
  until: string
  now: string
}

/** Trips or charging sessions that ended today. They count at their end or later. */
async function runsOf(db: Db, { machineId, from, now }: Today): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select 'in service' as state, greatest(started_at, ${from}::timestamptz) as "from", ended_at as until from revenue
    where machine_id = ${machineId} and amount > 0 and counted_at >= ${from}::timestamptz and ended_at > ${from}::timestamptz
      and ended_at <= ${now}::timestamptz
    order by started_at`.execute(db)
  return rows
}

/** Faults and rests of today, and the run that goes on. */
async function stopsOf(db: Db, { machineId, from, now }: Today): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select state, greatest(since, ${from}::timestamptz) as "from", coalesce(ended, ${now}::timestamptz) as until
    from (
      select state, since, lead(since) over (order by since) as ended from machine_state
      where machine_id = ${machineId} and since <= ${now}::timestamptz and since >= coalesce((
        select since from machine_state where machine_id = ${machineId} and since <= ${from}::timestamptz
        order by since desc limit 1), ${from}::timestamptz)
    ) states
    where (state in ('paused or faulty', 'resting') or (state = 'in service' and ended is null))
      and coalesce(ended, ${now}::timestamptz) > ${from}::timestamptz
    order by since`.execute(db)
  return rows
}

/** The battery of today, once in half an hour. */
async function batteryOf(db: Db, { machineId, from, now }: Today): Promise<MachineFacts['today']['battery']> {
  const { rows } = await sql<MachineFacts['today']['battery'][number]>`
    select distinct on (extract(epoch from at)::bigint / 1800) at, battery as percent from machine_position
    where machine_id = ${machineId} and at >= ${from}::timestamptz and at <= ${now}::timestamptz
      and battery is not null
    order by extract(epoch from at)::bigint / 1800, at desc`.execute(db)
  return rows
}

/** Faults, newest first. One that was reported again while it lasted is one. */
async function faultsOf(db: Db, machineId: string, since: string): Promise<MachineFacts['faults']> {
  const { rows } = await sql<MachineFacts['faults'][number]>`
    select min(since) as since, until from (
      select since, (
        select min(next.since) from machine_state next
        where next.machine_id = fault.machine_id and next.since > fault.since and next.state <> 'paused or faulty'
      ) as until
      from machine_state fault
      where machine_id = ${machineId} and state = 'paused or faulty' and since >= ${since}::timestamptz
    ) faults group by until order by 1 desc limit ${faultsMost}`.execute(db)
  return rows
}
