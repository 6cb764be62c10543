import { sql } from 'kysely'
import { type Clock, instant, millisOf } from '../clock.ts'
import type { Db } from '../db/open.ts'

/**
 * Settlement types of the specification: 0 daily, 1 at expiry, 2 hourly. Whatever its type, a unit ends with an expiry.
 */
export type PeriodType = 'daily' | 'hourly' | 'expiry'

/** A span of time that is settled once: `start` is included, `end` isn't. Both are whole hours or UTC days. */
export interface Period {
  type: PeriodType
  key: string
  start: string
  end: string
}

const hour = 3_600_000
const day = 24 * hour
const lengths = { daily: day, hourly: hour, expiry: hour } as const

/**
 * An expired unit is settled for the last time, so bookings of its last moment get this long to be committed. What is
 * booked later falls into the next period of its kind, of an expired unit into the next expiry.
 */
const expiryGrace = 60_000

/** The period of a type that an instant lies in. Keys sort as text: `daily/2026-11-20`, `hourly/2026-11-20T13`. */
export function periodAt(type: PeriodType, when: number): Period {
  const length = lengths[type]
  const from = Math.floor(when / length) * length
  const start = instant(from)
  return { type, key: `${type}/${start.slice(0, type === 'daily' ? 10 : 13)}`, start, end: instant(from + length) }
}

/**
 * Periods that have ended and are not settled, in the order in which to settle them. After a downtime these are all its
 * days and hours, and one expiry.
 */
export async function duePeriods(db: Db, clock: Clock): Promise<Period[]> {
  const due = [
    ...(await dueSince(db, 'hourly', 2, clock.now())),
    ...(await dueSince(db, 'daily', 0, clock.now())),
    ...(await dueExpiry(db, clock.now() - expiryGrace)),
  ]
  const rank = { hourly: 0, daily: 1, expiry: 2 }
  return due.toSorted((a, b) => a.end.localeCompare(b.end) || rank[a.type] - rank[b.type])
}

async function dueSince(db: Db, type: 'daily' | 'hourly', settlementType: 0 | 2, now: number): Promise<Period[]> {
  const open = periodAt(type, now)
  const done = await lastDone(db, type)
  if (done !== undefined && done >= open.start) return []
  const earliest = await db
    .selectFrom('unit')
    .select((it) => it.fn.min('activeFrom').as('at'))
    .where('status', '=', 'active')
    .where('settlementType', '=', settlementType)
    .executeTakeFirst()
  // Kysely's type says string; over no rows the minimum is null.
  const first = earliest?.at as string | null | undefined
  if (!first) return []
  const periods: Period[] = []
  const from = done !== undefined && done > first ? done : first
  for (
    let period = periodAt(type, millisOf(from));
    period.end <= open.start;
    period = periodAt(type, millisOf(period.end))
  )
    periods.push(period)
  return periods
}

async function dueExpiry(db: Db, now: number): Promise<Period[]> {
  const period = periodAt('expiry', now - hour)
  const done = await lastDone(db, 'expiry')
  if (done !== undefined && done >= period.end) return []
  const expired = await db
    .selectFrom('unit')
    .select('id')
    // Written and ordered so that PostgreSQL uses the index `unit_expiry`, whatever it expects of the table.
    .where(sql<boolean>`(status = 'active' or is_owed)`)
    .where('expiresAt', '<=', period.end)
    .orderBy('expiresAt')
    .limit(1)
    .executeTakeFirst()
  return expired ? [period] : []
}

async function lastDone(db: Db, type: PeriodType): Promise<string | undefined> {
  const {
    rows: [last],
  } = await sql<{ endsAt: string | null }>`
    select max(ends_at) as ends_at from settlement_run where type = ${type} and chunk = -1`.execute(db)
  return last?.endsAt ?? undefined
}
