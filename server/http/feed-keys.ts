import { createHash, randomBytes } from 'node:crypto'
import type { FeedScope } from '#protocol/call.ts'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import { DomainError } from './domain-error.ts'
import type { Db } from '../db/open.ts'
import type { Operator } from '../db/operator-actions.ts'

const hourMs = 3_600_000
/** Sources that this server and `revenue book` book under: a key for one could pass reports off as theirs. */
const reserved = ['operator', 'simulator', 'ocpp', 'gbfs', 'trc20', 'demo', 'demo-rail']
/** A key is random bits, which nobody guesses: a fast digest is enough. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** What a source may report, and how much in an hour; money in minor units. */
export interface FeedTerms {
  scopes: readonly FeedScope[]
  itemsAnHour: number
  moneyAnHour: number
}
/** Who reports: the source of a valid key, with its terms. */
export interface FeedSource extends FeedTerms {
  name: string
  keyId: string
}
/** A new key. Only its digest is stored, so `key` is shown once. */
export interface NewFeedKey {
  id: string
  key: string
}

/**
 * The first key of a source, or a new first one where all were revoked. Throws a DomainError where the source has a
 * valid key, or is this server's own.
 */
export async function createFeedKey(
  db: Db,
  { source, by, ...terms }: FeedTerms & { source: string; by: Operator },
  clock: Clock,
): Promise<NewFeedKey> {
  if (reserved.includes(source))
    throw new DomainError('bad_request', { field: source, problem: 'is a source of the server or its operator' })
  await setTerms(db, source, terms)
  if ((await validKeys(db, source, clock)).length > 0)
    throw new DomainError('bad_request', { field: source, problem: 'has a key: rotate it' })
  return await addKey(db, { source, by }, clock)
}

/**
 * A second key of a source; the first one ends `hours` later. `terms` replace those of the source where given. Throws a
 * DomainError where there is no valid key, or two.
 */
export async function rotateFeedKey(
  db: Db,
  { source, by, hours, terms }: { source: string; by: Operator; hours: number; terms: Partial<FeedTerms> },
  clock: Clock,
): Promise<NewFeedKey & { endsAt: string }> {
  const known = await db.selectFrom('feedSource').selectAll().where('name', '=', source).forUpdate().executeTakeFirst()
  const [old, ...others] = await validKeys(db, source, clock)
  if (!known || !old) throw new DomainError('bad_request', { field: source, problem: 'has no key: create one' })
  if (others.length > 0)
    throw new DomainError('bad_request', {
      field: source,
      problem: `has two keys: wait until ${old.id} ends, or revoke it`,
    })
  await setTerms(db, source, { ...known, ...terms })
  const endsAt = instant(clock.now() + hours * hourMs)
  await db.updateTable('feedKey').set({ endsAt }).where('id', '=', old.id).execute()
  return { ...(await addKey(db, { source, by }, clock)), endsAt }
}

/** Changes what a source may report, by all of its keys. Throws a DomainError for a source without a valid one. */
export async function limitFeed(
  db: Db,
  { source, terms }: { source: string; terms: Partial<FeedTerms> },
  clock: Clock,
): Promise<FeedTerms> {
  const known = await db.selectFrom('feedSource').selectAll().where('name', '=', source).forUpdate().executeTakeFirst()
  if (!known || (await validKeys(db, source, clock)).length === 0)
    throw new DomainError('bad_request', { field: source, problem: 'has no key: create one' })
  const now = { ...known, ...terms }
  await setTerms(db, source, now)
  return now
}

/** Ends a key at once. Throws a DomainError for an unknown one, or one that has ended. */
export async function revokeFeedKey(db: Db, id: string, clock: Clock): Promise<void> {
  const now = instant(clock)
  const ended = await db
    .updateTable('feedKey')
    .set({ endsAt: now })
    .where('id', '=', id)
    .where((it) => it.or([it('endsAt', 'is', null), it('endsAt', '>', now)]))
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new DomainError('bad_request', { field: id, problem: 'is no key that is valid' })
}

/** Ends every valid key that was made by then, and gives their ids. */
export async function endFeedKeys(db: Db, madeBy: string, clock: Clock): Promise<string[]> {
  const now = instant(clock)
  const ended = await db
    .updateTable('feedKey')
    .set({ endsAt: now })
    .where('madeAt', '<=', madeBy)
    .where((it) => it.or([it('endsAt', 'is', null), it('endsAt', '>', now)]))
    .returning('id')
    .execute()
  return ended.map((it) => it.id).toSorted()
}

/** What a report comes with, and the scope that its call wants. */
export interface FeedAsking {
  authorization: string | undefined
  scope: FeedScope | undefined
}

export interface FeedLookup {
  /**
   * Throws as `limit` does, before the body is read. Feeds have caps of their own: a key that was good for the scope
   * when it last came isn't counted.
   */
  admit(asking: FeedAsking, limit: () => void): void
  /** Finds who reports; null where their key is unknown, has ended or is not for the scope. */
  find(db: Db, asking: FeedAsking): Promise<FeedSource | null>
}

export function createFeedLookup(clock: Clock): FeedLookup {
  const good = new Set<string>()
  const read = ({ authorization = '', scope }: FeedAsking) => {
    const digest = digestOf(authorization.replace(/^Bearer /, ''))
    return { digest, asked: `${scope} ${digest}` }
  }
  return {
    admit(asking, limit) {
      if (!good.has(read(asking).asked)) limit()
    },
    async find(db, asking) {
      const { digest, asked } = read(asking)
      const feed = await feedBehind(db, digest, clock)
      if (feed && asking.scope !== undefined && feed.scopes.includes(asking.scope)) {
        good.add(asked)
        return feed
      }
      good.delete(asked)
      return null
    },
  }
}

async function feedBehind(db: Db, digest: string, clock: Clock): Promise<FeedSource | null> {
  const found = await db
    .selectFrom('feedKey')
    .innerJoin('feedSource', 'feedSource.name', 'feedKey.source')
    .select(['feedKey.id as keyId', 'name', 'scopes', 'itemsAnHour', 'moneyAnHour'])
    .where('digest', '=', digest)
    .where((it) => it.or([it('endsAt', 'is', null), it('endsAt', '>', instant(clock))]))
    .executeTakeFirst()
  return found ?? null
}

/** Locks the source until the caller commits, so that two commands can't both make its first key. */
async function setTerms(db: Db, name: string, { scopes, itemsAnHour, moneyAnHour }: FeedTerms): Promise<void> {
  const terms = { scopes: JSON.stringify(scopes), itemsAnHour, moneyAnHour }
  await db
    .insertInto('feedSource')
    .values({ name, ...terms })
    .onConflict((it) => it.column('name').doUpdateSet(terms))
    .execute()
}

/** Oldest first. */
async function validKeys(db: Db, source: string, clock: Clock): Promise<{ id: string }[]> {
  return await db
    .selectFrom('feedKey')
    .select('id')
    .where('source', '=', source)
    .where((it) => it.or([it('endsAt', 'is', null), it('endsAt', '>', instant(clock))]))
    .orderBy('madeAt')
    .orderBy('id')
    .execute()
}

async function addKey(db: Db, { source, by }: { source: string; by: Operator }, clock: Clock): Promise<NewFeedKey> {
  const [id, key] = [
    `${source}-${randomBytes(3).toString('hex')}`,
    `voltfolio_feed_${randomBytes(32).toString('base64url')}`,
  ]
  await db
    .insertInto('feedKey')
    .values({ id, source, digest: digestOf(key), madeBy: by.name, madeByAccount: by.account, madeAt: instant(clock) })
    .execute()
  return { id, key }
}
