import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { setMachineState } from '../machines/service-state.ts'
import { believed } from './times.ts'

type MachineState = Parameters<typeof setMachineState>[1]['state']

/** Words of OCPP 1.6 and 2.0.1 for a connector with a car at it. */
const inUse = ['Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing', 'Occupied']

/**
 * Notes what a connector is doing (0 is the station as a whole) and sets the machine's state by all of its connectors.
 * A notice that is older than the known one changes nothing. `said` is when, by the station's clock.
 */
export async function noteConnector(
  db: Db,
  { station, number, status, said }: { station: string; number: number; status: string; said: string },
  clock: Clock,
): Promise<void> {
  const machine = await lockStation(db, station)
  // The connection of one that was just removed may still be open.
  if (!machine || machine.removedAt !== null) return
  const now = instant(clock)
  const since = instant(believed({ said, heard: now }, machine.addedAt).at)
  const { rows } = await sql`
    insert into connector (station, number, status, since) values (${station}, ${number}, ${status}, ${since})
    on conflict (station, number) do update set status = excluded.status, since = excluded.since
      where connector.since <= excluded.since and connector.status <> excluded.status
    returning number`.execute(db)
  if (rows.length === 0) return
  const connectors = await db
    .selectFrom('connector')
    .select(['number', 'status', 'since'])
    .where('station', '=', station)
    .execute()
  const state = stateOf(connectors)
  if (state === machine.serviceState) return
  // A notice may be older than those of other plugs: the machine is as all of them say since the newest.
  const newest = connectors.reduce((last, it) => (it.since > last && it.since <= now ? it.since : last), since)
  // The first notice after the plugs were forgotten, with which the machine was let rest, may say an earlier time.
  const isHeardAgain = connectors.length === 1 && machine.serviceState === 'resting' && newest < machine.stateSince
  await setMachineState(db, { deviceNumber: machine.deviceNumber, state, since: isHeardAgain ? now : newest }, clock)
}

/**
 * Forgets what a station's connectors were doing, because nobody will say so any more, and lets its machine rest since
 * the station was last heard of. A state that another source has told since stays, and so does that of a machine with
 * another station. With `silentSince` only a station that was not heard of after that.
 */
export async function forgetConnectors(
  db: Db,
  { station, silentSince }: { station: string; silentSince?: string },
  clock: Clock,
): Promise<void> {
  const machine = await lockStation(db, station)
  if (!machine) return
  if (silentSince !== undefined && (machine.seenAt === null || machine.seenAt > silentSince)) return
  const forgotten = await db.deleteFrom('connector').where('station', '=', station).returning('since').execute()
  if (forgotten.length === 0 || machine.serviceState === 'resting') return
  if (await isHeardByAnother(db, { station, machineId: machine.id })) return
  // What a station has just said may be newer than the noted time at which it was heard.
  const heardAt = machine.seenAt ?? instant(clock)
  const since = forgotten.reduce((last, it) => (it.since > last ? it.since : last), heardAt)
  if (machine.stateSince > since || since > instant(clock)) return
  await setMachineState(db, { deviceNumber: machine.deviceNumber, state: 'resting', since }, clock)
}

/**
 * A station, which is locked before plugs are read: of two notices at once, the later one sees what the other said. Its
 * machine is read once the station is held, and isn't locked: most notices change nothing about it.
 */
async function lockStation(db: Db, station: string) {
  const held = await db
    .selectFrom('station')
    .select(['machineId', 'addedAt', 'removedAt', 'seenAt'])
    .where('identity', '=', station)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) return undefined
  const machine = await db
    .selectFrom('machine')
    .select(['id', 'deviceNumber', 'serviceState', 'stateSince'])
    .where('id', '=', held.machineId)
    .executeTakeFirstOrThrow()
  return { ...machine, ...held }
}

/** Whether another station of a machine has said what its connectors do. */
async function isHeardByAnother(
  db: Db,
  { station, machineId }: { station: string; machineId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('machineStation')
    .select('station')
    .where('machineId', '=', machineId)
    .where('station', '<>', station)
    .executeTakeFirst()
  if (!other) return false
  const said = await db
    .selectFrom('connector')
    .select('number')
    .where('station', '=', other.station)
    .limit(1)
    .executeTakeFirst()
  return said !== undefined
}

/** In use where a car is at any plug; faulty or resting only where no plug works. */
export function stateOf(connectors: readonly { number: number; status: string }[]): MachineState {
  const whole = connectors.find((it) => it.number === 0)
  const plugs = connectors.filter((it) => it.number > 0)
  const every = (status: string): boolean =>
    whole?.status === status || (plugs.length > 0 && plugs.every((it) => it.status === status))
  if (every('Faulted')) return 'paused or faulty'
  if (plugs.some((it) => inUse.includes(it.status))) return 'in service'
  return every('Unavailable') ? 'resting' : 'idle'
}

/** How many plugs of each machine have a car, of how many; machines whose station never told are left out. */
export async function plugsInUse(
  db: Db,
  machineIds: readonly string[],
): Promise<Map<string, { used: number; total: number }>> {
  if (machineIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('connector')
    .innerJoin('station', 'station.identity', 'connector.station')
    .select((it) => [
      'station.machineId',
      it.fn.countAll<number>().as('total'),
      it.fn.countAll<number>().filterWhere('status', 'in', inUse).as('used'),
    ])
    .where('station.machineId', 'in', machineIds)
    .where('station.removedAt', 'is', null)
    .where('number', '>', 0)
    .groupBy('station.machineId')
    .execute()
  return new Map(rows.map(({ machineId, used, total }) => [machineId, { used, total }]))
}
