import { instant, millisOf, type Clock } from '../../../../clock.ts'
import type { Db } from '../../../../db/open.ts'
import type { JobDeps } from '../../../../jobs/job.ts'
import { recordPositions, type PositionReport } from '../reported-positions.ts'
import { askFeed } from './asking.ts'
import type { ToldFleet } from './document.ts'

const batch = 1000

/** Asks every feed that is due, one after the other. One that fails keeps its last answer and says why. */
export async function pollFeeds({ database, clock, config, log }: JobDeps): Promise<void> {
  const feeds = await database.kysely.selectFrom('gbfsFeed').selectAll().orderBy('name').execute()
  for (const { name, url, keyName, askedAt, ttlSeconds } of feeds) {
    if (askedAt !== null && millisOf(askedAt) + ttlSeconds * 1000 > clock.now()) continue
    const key = keyName === null ? undefined : config.gbfsKeys[keyName]
    const asked =
      keyName !== null && key === undefined
        ? { problem: `${keyName} is not set` }
        : await askFeed(url, key, { privateHosts: config.gbfsPrivateHosts })
    const told = 'problem' in asked ? asked : await storeFleet({ database, clock }, name, asked.fleet).catch(notStored)

    function notStored(cause: unknown): { problem: string } {
      log.error('gbfs feed not stored', cause, { feed: name })
      return { problem: 'what it answers could not be stored' }
    }
    await database.kysely
      .updateTable('gbfsFeed')
      .set({ ...told, askedAt: instant(clock) })
      .where('name', '=', name)
      .execute()
  }
}

/** Stores where a feed's vehicles are, and gives what is to be known of the feed. */
async function storeFleet({ database, clock }: Pick<JobDeps, 'database' | 'clock'>, name: string, fleet: ToldFleet) {
  const positions = await positionsIn(database.kysely, name, fleet, clock)
  // A vehicle may be disabled without a word of its own: what it is doing is of the document's time, and only its place
  // of the time at which it was heard of.
  const toldAt = notAhead(fleet.updatedAt, clock)
  for (let at = 0; at < positions.length; at += batch)
    await database.inTransaction((db) => recordPositions(db, positions.slice(at, at + batch), clock, { toldAt }))
  const { updatedAt, ttlSeconds, unreadable } = fleet
  return {
    answeredAt: instant(clock),
    updatedAt,
    ttlSeconds,
    vehicles: positions.length,
    problem: unreadable === 0 ? null : `${unreadable} vehicles can't be read`,
  }
}

/** A fleet's vehicles that are machines of ours: by the operator's table, else by device number. */
async function positionsIn(db: Db, feed: string, fleet: ToldFleet, clock: Clock): Promise<PositionReport[]> {
  const named = await db
    .selectFrom('gbfsVehicle')
    .innerJoin('machine', 'machine.id', 'machineId')
    .select(['vehicleId', 'deviceNumber'])
    .where('feed', '=', feed)
    .execute()
  const own = await db.selectFrom('machine').select('deviceNumber').where('kind', '=', 'vehicle').execute()
  const deviceOf = new Map([
    ...own.map((it) => [it.deviceNumber, it.deviceNumber] as const),
    ...named.map((it) => [it.vehicleId, it.deviceNumber] as const),
  ])
  return fleet.vehicles.flatMap(({ vehicleId, at, ...told }) => {
    const deviceNumber = deviceOf.get(vehicleId)
    if (deviceNumber === undefined) return []
    return [{ ...told, deviceNumber, at: notAhead(at ?? fleet.updatedAt, clock), odometerM: null }]
  })
}

/** A clock that is ahead is set to ours: a place of the future would be refused with its whole batch. */
function notAhead(at: string, clock: Clock): string {
  return instant(Math.min(millisOf(at), clock.now()))
}
