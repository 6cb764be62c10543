import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { FeedSource } from './feed-keys.ts'
import type { Db } from '../db/open.ts'
import { noteAction, theFeed } from '../db/operator-actions.ts'
import { DomainError } from './domain-error.ts'
import type { Context } from './handler.ts'

const hourMs = 3_600_000
const hourOf = (now: number): number => now - (now % hourMs)

/** What a report added: how many items, and what they are worth in minor units. Repeats add nothing. */
export interface Added {
  items: number
  money: number
}

/**
 * Takes a feed's report in a transaction of its own and counts what it added toward the source's hour. Throws
 * `permission_denied` where the report names another source than its key's, and `too_many_requests` where it would
 * bring more than the source may bring in an hour: then nothing of it is stored but that it was tried.
 */
export async function report<T>(
  context: Context,
  sources: readonly string[],
  work: (db: Db) => Promise<Added & { answer: T }>,
): Promise<T> {
  const { feed, transact, clock } = context
  if (feed === null || sources.some((it) => it !== feed.name)) throw new DomainError('permission_denied')
  try {
    return await transact(async (db) => {
      const { answer, ...added } = await work(db)
      await count(db, feed, added, clock)
      return answer
    })
  } catch (cause) {
    if (cause instanceof OverTheCap) await alarm(context, feed)
    throw cause
  }
}

class OverTheCap extends DomainError {}

/** Last in the transaction, because reports of one source wait for each other from here on. */
async function count(db: Db, feed: FeedSource, { items, money }: Added, clock: Clock): Promise<void> {
  const now = clock.now()
  const hour = instant(hourOf(now))
  const total = await db
    .insertInto('feedHour')
    .values({ source: feed.name, hour, items, money })
    .onConflict((it) =>
      it.columns(['source', 'hour']).doUpdateSet((eb) => ({
        items: eb('feedHour.items', '+', items),
        money: eb('feedHour.money', '+', money),
      })),
    )
    .returning(['items', 'money'])
    .executeTakeFirstOrThrow()
  if (items > 0 && (total.items > feed.itemsAnHour || total.money > feed.moneyAnHour))
    throw new OverTheCap('too_many_requests', {}, { retryAfter: Math.ceil((hourOf(now) + hourMs - now) / 1000) })
  const usedAt = instant(now)
  await db
    .insertInto('feedKeyUse')
    .values({ keyId: feed.keyId, usedAt })
    .onConflict((it) => it.column('keyId').doUpdateSet({ usedAt }))
    .execute()
}

/** Says once an hour, whichever process and however often it is refused, that a source wants more than it may. */
async function alarm({ transact, clock, log }: Context, feed: FeedSource): Promise<void> {
  const at = instant(clock)
  const isFirst = await transact(async (db) => {
    const first = await db
      .insertInto('feedHour')
      .values({ source: feed.name, hour: instant(hourOf(clock.now())), cappedAt: at })
      .onConflict((it) =>
        it.columns(['source', 'hour']).doUpdateSet({ cappedAt: at }).where('feedHour.cappedAt', 'is', null),
      )
      .returning('source')
      .executeTakeFirst()
    if (!first) return false
    await noteAction(db, {
      at,
      by: theFeed,
      why: `${feed.name} brings more than an hour may bring`,
      command: 'feed capped',
      args: { source: feed.name, key: feed.keyId, itemsAnHour: feed.itemsAnHour, moneyAnHour: feed.moneyAnHour },
      outcome: ['Refused until the hour is over.'],
    })
    return true
  })
  if (isFirst)
    log.error('A FEED REACHED ITS CAP: is its key in other hands?', undefined, { source: feed.name, id: feed.keyId })
}
