import { millisOf } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { demoProducts } from '../../../db/seed/demo-products.ts'
import type { JobDeps } from '../../../jobs/job.ts'
import { bookMany } from './booking.ts'
import type { Report } from './rules.ts'
import { setMachineState } from './service-state.ts'
import type { Profile } from './simulator.ts'
import { runsBetween, stateAt } from './simulator.ts'

export const source = 'simulator'
export const seed = 'voltfolio'
/** How many days of history a new demonstration's machines get. */
const historyMs = 30 * 86_400_000
/** How many reports one transaction books. */
const chunk = 2000

interface Driven {
  profile: Profile
  currency: string
  stateSince: string
  /** When the last run ended that was booked by either. */
  lastEndedAt: string | null
  /** The station that says what it does; null where this job does. */
  station: string | null
}

/** A pile whose station drives it. */
export type DrivenPile = Pick<Driven, 'profile' | 'lastEndedAt'>

/**
 * Drives the demonstration's machines that have no station: books every run that has ended since the last booked one, and sets what each
 * machine is doing. Every process computes the same runs with the same external ids, so that a crash or a second
 * process books nothing twice.
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

async function drivenMachines(db: Db): Promise<Driven[]> {
  const machines = await db
    .selectFrom('machine')
    .leftJoin('station', (join) =>
      join.onRef('station.machineId', '=', 'machine.id').on('station.removedAt', 'is', null),
    )
    .select((machine) => [
      'identity as station',
      'deviceNumber',
      'kind',
      'currency',
      'timeZone',
      'stateSince',
      machine
        .selectFrom('revenue')
        .select('endedAt')
        .whereRef('machineId', '=', 'machine.id')
        .where('source', 'in', [source, 'ocpp'])
        .orderBy('endedAt', 'desc')
        .limit(1)
        .as('lastEndedAt'),
    ])
    .execute()
  const productOf = new Map(demoProducts.map((product) => [product.deviceNumber, product]))
  return machines.flatMap(({ deviceNumber, kind, timeZone, ...rest }) => {
    const product = productOf.get(deviceNumber)
    if (!product) return []
    const runsPerDay = product.tripsPerDay ?? product.sessionsPerDay ?? 0
    return [{ profile: { deviceNumber, kind, timeZone, runsPerDay, averageAmount: product.averageAmount }, ...rest }]
  })
}
