import type { PlayLimits } from '#protocol/games.ts'
import { addDays, dayIn, instant, startOfDay } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { limitAfter } from './rules.ts'

const pauseMs = 24 * 3_600_000

/** A member with the zone that their days are in. */
export interface Player {
  id: string
  timeZone: string
}

/** What a member allows themselves now, and what they drew today. */
export async function limitsOf(db: Db, { id, timeZone }: Player, clock: Clock): Promise<PlayLimits> {
  const [row, drawnToday] = [
    await db.selectFrom('playLimits').selectAll().where('memberId', '=', id).executeTakeFirst(),
    await drawsSince(db, { memberId: id, since: startOfToday(timeZone, clock) }),
  ]
  const now = instant(clock)
  const waiting = row?.nextFrom ? { daily: row.nextDaily, from: row.nextFrom } : null
  const isDue = waiting !== null && waiting.from <= now
  return {
    daily: isDue ? waiting.daily : (row?.daily ?? null),
    drawnToday,
    next: isDue ? null : waiting,
    pausedUntil: row?.pausedUntil && row.pausedUntil > now ? row.pausedUntil : null,
  }
}

/** Sets a member's own limit, a pause of 24 hours, or both. */
export async function saveLimits(
  db: Db,
  { memberId, daily, pause }: { memberId: string; daily: number | null | undefined; pause: boolean },
  clock: Clock,
): Promise<PlayLimits> {
  const member = await lockMember(db, memberId)
  const before = await limitsOf(db, member, clock)
  const tomorrow = startOfDay(member.timeZone, addDays(dayIn(member.timeZone, clock.now()), 1))
  const { daily: now, next } = daily === undefined ? before : limitAfter(before, daily, instant(tomorrow))
  const saved = {
    daily: now,
    nextDaily: next?.daily ?? null,
    nextFrom: next?.from ?? null,
    pausedUntil: pause ? instant(clock.now() + pauseMs) : before.pausedUntil,
  }
  await db
    .insertInto('playLimits')
    .values({ memberId, ...saved })
    .onConflict((it) => it.column('memberId').doUpdateSet(saved))
    .execute()
  return await limitsOf(db, member, clock)
}

/** How many draws a member made since an instant, in one game or in all. */
export async function drawsSince(
  db: Db,
  { memberId, since, game }: { memberId: string; since: string; game?: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('draw')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('at', '>=', since)
    .$if(game !== undefined, (it) => it.where('game', '=', game ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

export function startOfToday(timeZone: string, clock: Clock): string {
  return instant(startOfDay(timeZone, dayIn(timeZone, clock.now())))
}
