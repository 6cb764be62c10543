import type { Clock } from '../clock.ts'
import { instant, millisOf } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { DomainError } from './domain-error.ts'

const mostCallers = 10_000

/** Counts one request of a caller, or several at once: all or, where that is too many, none. */
export type TrafficLimit = (who: string, count?: number) => void

/**
 * A token bucket for each caller: `burst` requests at once, then `perSecond`. Throws `too_many_requests`.
 * In memory, because it only keeps one process from drowning.
 */
export function createTrafficLimit(clock: Clock, burst = 400, perSecond = 60): TrafficLimit {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (who, count = 1) => {
    const now = clock.now()
    const { tokens, at } = buckets.get(who) ?? { tokens: burst, at: now }
    const left = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond)
    if (left < count) throw new DomainError('too_many_requests', {}, { retryAfter: 1 })
    // Last again, so that the first is the caller not heard of for longest.
    buckets.delete(who)
    buckets.set(who, { tokens: left - count, at: now })
    const [idlest] = buckets.keys()
    if (buckets.size > mostCallers && idlest !== undefined) buckets.delete(idlest)
  }
}

/**
 * How often something that can be guessed was tried in its window.
 * Counted in the database, so that processes share the count.
 */
export interface Attempts {
  count: number
  windowEndsAt: string | null
}

export async function attemptsOf(db: Db, subject: string, clock: Clock): Promise<Attempts> {
  const row = await db
    .selectFrom('attempt')
    .select(['count', 'windowEndsAt'])
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && row.windowEndsAt > instant(clock) ? row : { count: 0, windowEndsAt: null }
}

/** Counts one attempt and returns the count with it. Call it where the effect survives a refusal. */
export async function countAttempt(db: Db, subject: string, windowMs: number, clock: Clock): Promise<number> {
  const row = await counting(db, subject, windowMs, clock).executeTakeFirstOrThrow()
  return row.count
}

/** Counts one attempt. It begins a window of its own where the last one is over. */
function counting(db: Db, subject: string, windowMs: number, clock: Clock, most?: number) {
  const now = instant(clock)
  const windowEndsAt = instant(clock.now() + windowMs)
  return db
    .insertInto('attempt')
    .values({ subject, count: 1, windowEndsAt })
    .onConflict((it) =>
      it
        .column('subject')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('attempt.windowEndsAt', '<=', now)
            .then(1)
            .else(eb('attempt.count', '+', 1))
            .end(),
          windowEndsAt: eb
            .case()
            .when('attempt.windowEndsAt', '<=', now)
            .then(windowEndsAt)
            .else(eb.ref('attempt.windowEndsAt'))
            .end(),
        }))
        .where((eb) =>
          most === undefined
            ? eb.lit(true)
            : eb.or([eb('attempt.windowEndsAt', '<=', now), eb('attempt.count', '<', most)]),
        ),
    )
    .returning('count')
}

export async function forgetAttempts(db: Db, ...subjects: readonly string[]): Promise<void> {
  await db.deleteFrom('attempt').where('subject', 'in', subjects).execute()
}

/** Throws the DomainError that names how long to wait when `subject` was tried `most` times. */
export async function rejectExhausted(db: Db, subject: string, most: number, clock: Clock): Promise<number> {
  const { count, windowEndsAt } = await attemptsOf(db, subject, clock)
  if (count >= most && windowEndsAt) {
    throw new DomainError('attempts_exhausted', {
      minutes: Math.max(1, Math.ceil((millisOf(windowEndsAt) - clock.now()) / 60_000)),
    })
  }
  return count
}

/**
 * Counts an attempt before it is made, so that simultaneous ones count too. One that would be too many isn't counted:
 * throws like `rejectExhausted`. Gives how many there were before.
 */
export async function countBefore(
  db: Db,
  subject: string,
  { most, ms }: { most: number; ms: number },
  clock: Clock,
): Promise<number> {
  const counted = await counting(db, subject, ms, clock, most).executeTakeFirst()
  if (counted) return counted.count - 1
  await rejectExhausted(db, subject, most, clock)
  // Somebody has taken an attempt back since.
  return await countBefore(db, subject, { most, ms }, clock)
}

/** Takes back an attempt that was counted and not made, or that was right. */
export async function uncountAttempt(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', subject)
    .where('count', '>', 0)
    .execute()
}

/** Counts a request and throws the refusal that says when to come again where there were more than `most` in `ms`. */
export async function rejectFrequent(
  db: Db,
  subject: string,
  { most, ms }: { most: number; ms: number },
  clock: Clock,
): Promise<void> {
  if ((await countAttempt(db, subject, ms, clock)) <= most) return
  const { windowEndsAt } = await attemptsOf(db, subject, clock)
  const waitMs = windowEndsAt === null ? 0 : millisOf(windowEndsAt) - clock.now()
  throw new DomainError('too_many_requests', {}, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}
