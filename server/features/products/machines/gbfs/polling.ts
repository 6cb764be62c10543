import { createHash } from 'node:crypto'
import { instant, millisOf, type Clock } from '../../../../clock.ts'
import type { GbfsTables } from '../../../../db/gbfs-schema.ts'
import type { Db } from '../../../../db/open.ts'
import type { JobDeps } from '../../../../jobs/job.ts'
import { recordPositions, type PositionReport } from '../reported-positions.ts'
import { askFeed } from './asking.ts'
import type { ToldFleet } from './document.ts'

const batch = 1000

/** Asks every feed that is due, one after the other. One that fails keeps its last answer and says why. */
export async function pollFeeds({ database, clock, config, log }: JobDeps): Promise<void> {
  const feeds = await database.kysely.selectFrom('gbfsFeed').selectAll().orderBy('name').execute()
  for (const feed of feeds) {
    const { name, url, keyName, askedAt, ttlSeconds } = feed
    if (askedAt !== null && millisOf(askedAt) + ttlSeconds * 1000 > clock.now()) continue
    const key = keyName === null ? undefined : config.gbfsKeys[keyName]
    const asked =
      keyName !== null && key === undefined
        ? { problem: `${keyName} is not set` }
        : await askFeed(url, key, { privateHosts: config.gbfsPrivateHosts })
    const told =
      'problem' in asked ? asked : await storeFleet({ database, clock, log }, feed, asked.fleet).catch(notStored)

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

type Feed = Pick<GbfsTables['gbfsFeed'], 'name'> & {
  operatorId: string | null
  updatedAt: string | null
  digest: string | null
  problem: string | null
}

/** Stores where a feed's vehicles are, and gives what is to be known of the feed. */
async function storeFleet(
  { database, clock, log }: Pick<JobDeps, 'database' | 'clock' | 'log'>,
  feed: Feed,
  fleet: ToldFleet,
) {
  const digest = createHash('sha256').update(JSON.stringify(fleet.vehicles)).digest('base64url')
  // A document that says something else at the same time of its own has no clock: it is of the time of reading.
  const hasNoClock = feed.updatedAt === fleet.updatedAt && feed.digest !== null && feed.digest !== digest
  // A vehicle may be disabled without a word of its own: what it is doing is of the document's time, and only its place
  // of the time at which it was heard of.
  const toldAt = hasNoClock ? instant(clock) : notAhead(fleet.updatedAt, clock)
  const { positions, foreign } = await positionsIn(database.kysely, feed, { fleet, toldAt }, clock)
  for (let at = 0; at < positions.length; at += batch)
    await database.inTransaction((db) => recordPositions(db, positions.slice(at, at + batch), clock, { toldAt }))
  const { updatedAt, ttlSeconds, unreadable } = fleet
  if (foreign.length > 0 && !feed.problem?.includes(ofOthers))
    log.error('a gbfs feed speaks of machines of another operator', undefined, {
      feed: feed.name,
      vehicles: foreign.slice(0, 20),
    })
  return {
    answeredAt: instant(clock),
    updatedAt,
    ttlSeconds,
    digest,
    vehicles: positions.length,
    problem: problemsIn({ unreadable, foreign: foreign.length }) || null,
  }
}

const ofOthers = 'are machines of another operator'

function problemsIn({ unreadable, foreign }: { unreadable: number; foreign: number }): string {
  return [
    ...(unreadable === 0 ? [] : [`${unreadable} vehicles can't be read`]),
    ...(foreign === 0 ? [] : [`${foreign} vehicles ${ofOthers}`]),
  ].join(', ')
}

/**
 * A fleet's vehicles that are machines of ours: by the operator's table, else by device number among those of the
 * feed's operator. `foreign` are device numbers of others' machines, of which it may not speak.
 */
async function positionsIn(
  db: Db,
  { name, operatorId }: Pick<Feed, 'name' | 'operatorId'>,
  { fleet, toldAt }: { fleet: ToldFleet; toldAt: string },
  clock: Clock,
): Promise<{ positions: PositionReport[]; foreign: string[] }> {
  const named = await db
    .selectFrom('gbfsVehicle')
    .innerJoin('machine', 'machine.id', 'machineId')
    .select(['vehicleId', 'deviceNumber'])
    .where('feed', '=', name)
    .execute()
  const all = await db
    .selectFrom('machine')
    .innerJoin('product', 'product.id', 'productId')
    .select(['deviceNumber', 'operatorId'])
    .where('machine.kind', '=', 'vehicle')
    .execute()
  const own = all.filter((it) => operatorId === null || it.operatorId === operatorId)
  const deviceOf = new Map([
    ...own.map((it) => [it.deviceNumber, it.deviceNumber] as const),
    ...named.map((it) => [it.vehicleId, it.deviceNumber] as const),
  ])
  const others = new Set(all.map((it) => it.deviceNumber).filter((it) => !deviceOf.has(it)))
  const positions = fleet.vehicles.flatMap(({ vehicleId, at, ...told }) => {
    const deviceNumber = deviceOf.get(vehicleId)
    if (deviceNumber === undefined) return []
    return [{ ...told, deviceNumber, at: at === null ? toldAt : notAhead(at, clock), odometerM: null }]
  })
  return { positions, foreign: fleet.vehicles.map((it) => it.vehicleId).filter((it) => others.has(it)) }
}

/** A clock that is ahead is set to ours: a place of the future would be refused with its whole batch. */
function notAhead(at: string, clock: Clock): string {
  return instant(Math.min(millisOf(at), clock.now()))
}
