import * as v from 'valibot'
import { Slug } from '#protocol/primitives.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { isOutsideUrl } from '../../outside-url.ts'
import { hostOf, leadsToPrivate } from '../../private-address.ts'
import type { Command } from './command.ts'
import { action, reading, work } from './command.ts'

// A name is resolved first, which can take seconds.
const add = work('gbfs add', {
  needs: ['catalogue'],
  says: 'Polls a vehicle_status feed of GBFS 3.0, for the machines of --operator (not needed where there is one operator). A key is taken from an environment variable GBFS_KEY_…, never stored',
  positional: ['name', 'url'],
  args: {
    name: Slug,
    url: v.pipe(v.string(), v.maxLength(500), v.check(isOutsideUrl, 'must be an https address without a password')),
    operator: v.optional(Slug),
    keyFromEnv: v.optional(v.pipe(v.string(), v.regex(/^GBFS_KEY_[A-Z0-9_]{1,40}$/, 'must be named GBFS_KEY_…'))),
  },
  run: async ({ db, clock, config }, { name, url, operator, keyFromEnv: keyName = null }) => {
    const host = hostOf(url)
    if (!config.gbfsPrivateHosts.includes(host) && (await leadsToPrivate(host)))
      throw new DomainError('bad_request', {
        field: 'url',
        problem: 'is of this machine or a private network: only hosts of GBFS_PRIVATE_HOSTS may be',
      })
    const operatorId = await operatorFor(db, operator)
    await db
      .insertInto('gbfsFeed')
      .values({ name, url, keyName, operatorId, addedAt: instant(clock) })
      .onConflict((it) => it.column('name').doUpdateSet({ url, keyName, operatorId, askedAt: null, problem: null }))
      .execute()
    return [`${name} is asked within a minute, about machines of ${operatorId}.`]
  },
})

const remove = action('gbfs remove', {
  needs: ['catalogue'],
  says: 'Asks a feed no more; what it told stays',
  positional: ['name'],
  args: { name: Slug },
  run: async ({ db }, { name }) => {
    await feedIn(db, name)
    await db.deleteFrom('gbfsFeed').where('name', '=', name).execute()
    return [`${name} is not asked any more.`]
  },
})

const map = action('gbfs map', {
  needs: ['catalogue'],
  says: 'Says which machine a feed means by a vehicle_id, of whichever operator; without it, the one of its own operator with that device number',
  positional: ['name', 'vehicleId', 'deviceNumber'],
  args: {
    name: Slug,
    vehicleId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
    deviceNumber: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  },
  run: async ({ db }, { name, vehicleId, deviceNumber }) => {
    await feedIn(db, name)
    const machine = await db
      .selectFrom('machine')
      .select('id')
      .where('deviceNumber', '=', deviceNumber)
      .where('kind', '=', 'vehicle')
      .executeTakeFirst()
    if (!machine) throw new DomainError('bad_request', { field: deviceNumber, problem: 'is no vehicle here' })
    await db
      .insertInto('gbfsVehicle')
      .values({ feed: name, vehicleId, machineId: machine.id })
      .onConflict((it) => it.columns(['feed', 'vehicleId']).doUpdateSet({ machineId: machine.id }))
      .execute()
    return [`${vehicleId} of ${name} is ${deviceNumber}.`]
  },
})

const oldMs = 15 * 60_000

const list = reading('gbfs list', {
  needs: ['catalogue', 'auditor'],
  says: 'The feeds, when each last answered, with how many vehicles of ours, and what is wrong with it',
  run: async ({ db, clock }) => {
    const feeds = await db.selectFrom('gbfsFeed').selectAll().orderBy('name').execute()
    if (feeds.length === 0) return ['None.']
    return feeds.map(({ name, url, operatorId, answeredAt, updatedAt, vehicles, problem }) =>
      [
        name,
        url,
        operatorId ?? 'OF NO OPERATOR: add it again with --operator',
        answeredAt === null ? 'never answered' : `answered ${answeredAt}`,
        ...(updatedAt === null ? [] : [`of ${updatedAt}`]),
        `${vehicles} vehicles`,
        ...(updatedAt !== null && updatedAt < instant(clock.now() - oldMs) ? ['OLD'] : []),
        ...(problem === null ? [] : [problem]),
      ].join('  '),
    )
  },
})

/** The only operator, unless one is named. */
async function operatorFor(db: Db, named: string | undefined): Promise<string> {
  const ids = (await db.selectFrom('operator').select('id').execute()).map((it) => it.id)
  const [only] = ids
  if (named === undefined && ids.length === 1 && only !== undefined) return only
  if (named !== undefined && ids.includes(named)) return named
  throw new DomainError('bad_request', { field: 'operator', problem: 'must be one of `operator list`' })
}

async function feedIn(db: Db, name: string): Promise<void> {
  const feed = await db.selectFrom('gbfsFeed').select('name').where('name', '=', name).executeTakeFirst()
  if (!feed) throw new DomainError('bad_request', { field: name, problem: 'is no feed here' })
}

export const gbfsCommands: readonly Command[] = [add, remove, map, list]
