import { addDays, dayIn, millisOf, startOfDay } from '../../clock.ts'
import type { ContractTerms } from '../../db/contract-schema.ts'
import { mondayOn } from '../../db/weeks.ts'

/** An approved submission, as far as pay goes by it. */
export interface ApprovedVersion {
  version: number
  terms: ContractTerms
  reviewedAt: string
  endedOn: string | null
}

/** The weeks that are paid by one approved submission; days in the operator's zone. */
export interface Period {
  approved: ApprovedVersion
  /** The Monday from which weeks are billed by it. */
  from: string
  /** The same, or null where it ends before a whole week. */
  firstPaidOn: string | null
  /** Its last day: its end, or the day before the period that follows. Null while neither is known. */
  untilOn: string | null
}

/**
 * The periods of a member's approved submissions, oldest first. A week is billed by the newest submission that was
 * approved, and had started, before it began (`billWeek` in server/db/weekly-pay.ts); whatever its end is, no older one
 * is paid again. Without those that never come to be the newest.
 */
export function periodsOf(approved: readonly ApprovedVersion[], zone: string): Period[] {
  const periods: Period[] = []
  let next: string | null = null
  for (const it of approved.toSorted((a, b) => b.version - a.version)) {
    const from = firstMonday(it, zone)
    if (next !== null && from >= next) continue
    const untilOn = earlier(earlier(it.endedOn, it.terms.endsOn), next && addDays(next, -1))
    const isPaid = untilOn === null || addDays(from, 6) <= untilOn
    periods.unshift({ approved: it, from, firstPaidOn: isPaid ? from : null, untilOn })
    next = from
  }
  return periods
}

/**
 * The period that pays the running week, or else the next one to come, or else the last one that was; then those that
 * follow it. Empty where nothing was approved.
 */
export function currentPeriods(periods: readonly Period[], today: string): Period[] {
  const left = periods.filter((it) => !wasCalledOff(it))
  const current = left.length > 0 ? left : periods.slice(-1)
  const at = current.findIndex((it, place) => {
    const next = current[place + 1]
    return next === undefined || (!isOver(it, today) && next.from > mondayOn(today))
  })
  return current.slice(Math.max(0, at))
}

/** What an end of the contract on this day does. Days in the operator's zone. */
export interface Ending {
  /** Its last day: the Sunday of this week, or the end of its term where that comes first. */
  day: string
  /** The last day of the last week that is paid; null where none is. */
  lastPaidOn: string | null
  /** Submissions that are ended. */
  versions: number[]
}

/** Null where no contract is running, or where its end is set. */
export function endingOf(periods: readonly Period[], today: string): Ending | null {
  const current = currentPeriods(periods, today)
  const ended = current.filter((it) => it.approved.endedOn === null && !isOver(it, today))
  const [running] = current
  if (!running || ended.length === 0) return null
  const sunday = addDays(mondayOn(today), 6)
  const day = earlier(sunday, running.untilOn) ?? sunday
  const last = addDays(mondayOn(addDays(day, 1)), -1)
  return {
    day,
    lastPaidOn: last >= addDays(running.from, 6) ? last : null,
    versions: ended.map((it) => it.approved.version),
  }
}

function isOver({ untilOn }: Period, today: string): boolean {
  return untilOn !== null && untilOn < today
}

/** Ended before its first week by somebody, and not by its term. */
function wasCalledOff({ firstPaidOn, approved: { endedOn, terms } }: Period): boolean {
  return firstPaidOn === null && endedOn !== null && endedOn !== terms.endsOn
}

/** The Monday of the first week that begins after both the approval and the start. */
function firstMonday({ reviewedAt, terms }: ApprovedVersion, zone: string): string {
  const started = mondayOn(addDays(terms.startsOn, 6))
  const monday = mondayOn(dayIn(zone, reviewedAt))
  const reviewed = startOfDay(zone, monday) >= millisOf(reviewedAt) ? monday : addDays(monday, 7)
  return started > reviewed ? started : reviewed
}

function earlier(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a
}
