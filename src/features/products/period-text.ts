import { millisOf, systemClock } from '../../lib/clock.ts'
import { dateTimeText, dayText } from '../../lib/date-texts.ts'

/**
 * The text of a settlement period: `daily/2026-11-20` is a day in UTC; `hourly/2026-11-20T13` is an hour in UTC, whose
 * beginning is shown in the member's zone. Undefined for the end of a term and for kinds unknown to this version.
 */
export function periodText(period: string, locale: string, zone: string): string | undefined {
  const [kind, when = ''] = period.split('/')
  if (kind === 'daily') return dayText(when, locale)
  return kind === 'hourly' ? dateTimeText(millisOf(`${when}:00:00Z`), locale, zone, systemClock.now()) : undefined
}
