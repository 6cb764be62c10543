import { addDays, dayIn, instant, millisOf } from '../../clock.ts'
import { atOnce } from '../../db/at-once.ts'
import type { Clock } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf, house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { grow } from './growth.ts'
import { coinsFor, creditedDay, isInTime, livingStreak, streaksWith, type StreakOn } from './rules.ts'

/** A credited check-in: the day it counted for, its gold coins, the streak that day now belongs to, and all coins. */
export interface CheckedIn {
  day: string
  points: number
  streak: number
  goldCoins: number
}

/** Credits a check-in that was made on a device at `madeAt`. Throws `already_signed` when its day is taken. */
export async function checkIn(
  db: Db,
  { memberId, madeAt }: { memberId: string; madeAt: string },
  clock: Clock,
): Promise<CheckedIn> {
  const made = instant(millisOf(madeAt))
  const [{ timeZone: zone, joinedAt }, tried, signed] = await atOnce([
    lockMember(db, memberId),
    !isInTime(madeAt, clock.now()) && triedInTime(db, memberId, made),
    // A week back covers the day before the oldest that can still be credited, in any zone the member was in.
    signedSince(db, memberId, { day: addDays(dayIn('UTC', oldestOf(millisOf(madeAt), clock.now())), -7), made }),
  ])
  // A repeat may come after its idempotency key has expired: one tap must never count for two days.
  if (signed.some((it) => it.madeAt === made)) throw new DomainError('already_signed')
  const streakOn = streaksOf(signed)
  const day = creditedDay({
    madeAt,
    now: clock.now(),
    zone,
    joinedAt,
    signed: new Set(streakOn.keys()),
    wasTried: Boolean(tried),
  })
  if (day === null) throw new DomainError('already_signed')
  const changed = streaksWith(day, streakOn)
  const [{ streak }, ...later] = changed
  const points = coinsFor(streak)
  const reward = {
    debit: house('mint'),
    credit: { ownerId: memberId, code: 'gold' },
    amount: points,
    asset: 'GOLD',
    kind: 'sign_reward',
    ref: `${memberId}:${day}`,
    memo: { subject: day },
  }
  const [, , gold, ofLevels] = await atOnce([
    db
      .insertInto('checkIn')
      .values({ memberId, day, points, streak, madeAt: made, arrivedAt: instant(clock) })
      .execute(),
    post(db, [reward], clock),
    goldOf(db, memberId),
    grow(db, memberId, points, clock),
    ...later.map((it) => setStreak(db, memberId, it)),
  ])
  return { day, points, streak: (changed.at(-1) ?? changed[0]).streak, goldCoins: gold + ofLevels }
}

/** As long as a device keeps a command, and the sweep a try. */
const keptMs = 180 * 86_400_000
const oldestOf = (made: number, now: number): number => Math.max(Math.min(made, now), now - keptMs)

/**
 * Keeps that a check-in came in time and was refused only because rewards are switched off: what the member did in time
 * counts for its day, whenever it may come again.
 */
export async function keepTry(
  db: Db,
  { memberId, madeAt }: { memberId: string; madeAt: string },
  clock: Clock,
): Promise<void> {
  if (!isInTime(madeAt, clock.now())) return
  await db
    .insertInto('checkInTry')
    .values({ memberId, madeAt: instant(millisOf(madeAt)) })
    .onConflict((it) => it.doNothing())
    .execute()
}

async function triedInTime(db: Db, memberId: string, made: string): Promise<{ madeAt: string } | undefined> {
  return await db
    .selectFrom('checkInTry')
    .select('madeAt')
    .where('memberId', '=', memberId)
    .where('madeAt', '=', made)
    .executeTakeFirst()
}

/** A member's check-in state on their own day: streak, total, coins. */
export async function checkInState(db: Db, memberId: string, clock: Clock) {
  const today = await todayOf(db, memberId, clock)
  const streakOn = streaksOf(await signedSince(db, memberId, { day: addDays(today, -1) }))
  const { total } = await db
    .selectFrom('checkIn')
    .select((it) => it.fn.countAll<number>().as('total'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const streak = livingStreak(today, streakOn)
  return {
    streak,
    total,
    signedToday: streakOn.has(today),
    today,
    goldCoins: await goldOf(db, memberId),
    nextPoints: coinsFor(streak + 1),
  }
}

/** The signed days of a month, `2026-11`, oldest first. */
export async function daysOf(db: Db, memberId: string, month: string): Promise<{ day: string; points: number }[]> {
  return await db
    .selectFrom('checkIn')
    .select(['day', 'points'])
    .where('memberId', '=', memberId)
    .where('day', '>=', `${month}-01`)
    .where('day', '<', `${addDays(`${month}-28`, 4).slice(0, 7)}-01`)
    .orderBy('day')
    .execute()
}

/** The member's own day. */
export async function todayOf(db: Db, memberId: string, clock: Clock): Promise<string> {
  const { timeZone } = await db
    .selectFrom('member')
    .select('timeZone')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return dayIn(timeZone, clock.now())
}

/** The signed days from `day` on, and the one of the check-in that was made at `made`, however old. */
async function signedSince(db: Db, memberId: string, { day, made }: { day: string; made?: string }) {
  return await db
    .selectFrom('checkIn')
    .select(['day', 'streak', 'madeAt'])
    .where('memberId', '=', memberId)
    .where((it) => it.or([it('day', '>=', day), ...(made === undefined ? [] : [it('madeAt', '=', made)])]))
    .execute()
}

function streaksOf(signed: readonly StreakOn[]): Map<string, number> {
  return new Map(signed.map(({ day, streak }) => [day, streak]))
}

async function setStreak(db: Db, memberId: string, { day, streak }: StreakOn): Promise<void> {
  await db.updateTable('checkIn').set({ streak }).where('memberId', '=', memberId).where('day', '=', day).execute()
}

async function goldOf(db: Db, memberId: string): Promise<number> {
  return balanceOf(db, { ownerId: memberId, code: 'gold', asset: 'GOLD' })
}
