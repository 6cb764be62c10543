import { instant, millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { demoProducts } from '../../../db/seed/demo-products.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { bookMany } from './booking.ts'
import { recordPositions, type PositionReport } from './reported-positions.ts'
import type { Report } from './rules.ts'
import { setMachineState } from './service-state.ts'
import type { Profile } from './simulator.ts'
import { movesBetween } from './simulated-moves.ts'
import { faultsBetween, runsBetween, stateAt } from './simulator.ts'

export const source = 'simulator'
export const seed = 'voltfolio'
/** How many days of history a new demonstration's machines get. */
const historyMs = 30 * 86_400_000
/** How many reports one transaction books. */
const chunk = 2000
/** How far back the vehicles tell where they were: since they were fetched last night. */
const movesMs = 26 * 3_600_000
const positionsMost = 1000

interface Driven {
  id: string
  profile: Profile
  currency: string
  stateSince: string
  /** When the last run ended that was booked by either. */
  lastEndedAt: string | null
  /** The station that says what it does; null where this job does. */
  station: string | null
  lastPositionAt: string | null
  latitude: number | null
  longitude: number | null
  odometerM: number | null
}

/** A pile whose station drives it. */
export type DrivenPile = Pick<Driven, 'profile' | 'lastEndedAt'>

/**
 * Drives the demonstration's machines that have no station: books every run that has ended since the last booked one,
 * reports where vehicles were, and sets what each machine is doing. Every process computes the same runs and positions
 * with the same ids, so that a crash or a second process books nothing twice.
 */
export async function simulate({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const machines = (await drivenMachines(database.kysely)).filter((it) => it.station === null)
  const reports = machines
    .flatMap(({ profile, currency, lastEndedAt }) =>
      runsBetween(seed, profile, lastEndedAt === null ? now - historyMs : millisOf(lastEndedAt), now).map(
        (run): Report => ({
          ...run,
          source,
          deviceNumber: profile.deviceNumber,
          kind: profile.kind === 'vehicle' ? 'trip' : 'session',
          currency,
        }),
      ),
    )
    .toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1))
  for (let at = 0; at < reports.length; at += chunk) {
    await database.inTransaction((db) => bookMany(db, reports.slice(at, at + chunk), clock, { bookedAt: 'end' }))
  }
  await tellFaults(database.kysely, machines, now)
  const positions = machines.flatMap((it) => positionsOf(it, reports, now)).toSorted((a, b) => (a.at < b.at ? -1 : 1))
  for (let at = 0; at < positions.length; at += positionsMost)
    await database.inTransaction((db) => recordPositions(db, positions.slice(at, at + positionsMost), clock))
  for (const { profile, stateSince } of machines) {
    const state = stateAt(seed, profile, now)
    if (state.since !== stateSince)
      await database.inTransaction((db) => setMachineState(db, { deviceNumber: profile.deviceNumber, ...state }, clock))
  }
}

/** The demonstration's piles whose station says what they do. */
export async function drivenPiles(db: Db): Promise<DrivenPile[]> {
  return (await drivenMachines(db)).filter((it) => it.station !== null)
}

/** The faults of the time before a demonstration began, once, for the history of its machines. */
async function tellFaults(db: Db, machines: readonly Driven[], now: number): Promise<void> {
  const faults = machines
    .filter((it) => it.lastEndedAt === null)
    .flatMap(({ id, profile }) =>
      faultsBetween(seed, profile, now - historyMs, now).flatMap(({ from, until }) => [
        { machineId: id, since: instant(from), state: 'paused or faulty' as const },
        { machineId: id, since: instant(until), state: 'idle' as const },
      ]),
    )
    .filter((it) => millisOf(it.since) <= now)
  if (faults.length === 0) return
  await db
    .insertInto('machineState')
    .values(faults)
    .onConflict((it) => it.doNothing())
    .execute()
}

/** What a vehicle reports of the time since its last report. Its odometer counts what its trips have booked. */
function positionsOf(
  { profile, latitude, longitude, lastPositionAt, odometerM }: Driven,
  reports: readonly Report[],
  now: number,
): PositionReport[] {
  if (profile.kind === 'pile' || latitude === null || longitude === null) return []
  const last = lastPositionAt === null ? 0 : millisOf(lastPositionAt)
  // After a standstill its way is left out, and its trips count alone.
  const after = Math.max(last, now - movesMs)
  const before = reports
    .filter((it) => it.deviceNumber === profile.deviceNumber)
    .filter((it) => millisOf(it.endedAt) > last && millisOf(it.endedAt) <= after)
    .reduce((sum, it) => sum + (it.distanceM ?? 0), odometerM ?? 0)
  return movesBetween(seed, { ...profile, stand: { latitude, longitude } }, after, now).map(({ movedM, ...move }) => ({
    ...move,
    deviceNumber: profile.deviceNumber,
    odometerM: before + movedM,
  }))
}

async function drivenMachines(db: Db): Promise<Driven[]> {
  const machines = await db
    .selectFrom('machine')
    .innerJoin('machineTotal', 'machineTotal.machineId', 'machine.id')
    .leftJoin('machineStation', 'machineStation.machineId', 'machineTotal.machineId')
    .select((machine) => [
      'station',
      'machine.id',
      'latitude',
      'longitude',
      'odometerM',
      machine
        .selectFrom('machinePosition')
        .select('at')
        .whereRef('machineId', '=', 'machineTotal.machineId')
        .orderBy('at', 'desc')
        .limit(1)
        .as('lastPositionAt'),
      'deviceNumber',
      'kind',
      'currency',
      'timeZone',
      'stateSince',
      machine
        .selectFrom('revenue')
        .select('endedAt')
        .whereRef('machineId', '=', 'machineTotal.machineId')
        .where('source', 'in', [source, 'ocpp'])
        .orderBy('endedAt', 'desc')
        .limit(1)
        .as('lastEndedAt'),
    ])
    .where('closedAt', 'is', null)
    .execute()
  const productOf = new Map(demoProducts.map((product) => [product.deviceNumber, product]))
  return machines.flatMap(({ deviceNumber, kind, timeZone, ...rest }) => {
    const product = productOf.get(deviceNumber)
    if (!product) return []
    const runsPerDay = product.tripsPerDay ?? product.sessionsPerDay ?? 0
    return [{ profile: { deviceNumber, kind, timeZone, runsPerDay, averageAmount: product.averageAmount }, ...rest }]
  })
}
