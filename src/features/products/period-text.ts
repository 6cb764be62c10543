import { millisOf } from '../../lib/clock.ts'
import { dateTimeText, dayText } from '../../lib/dates.ts'

/**
 * A settlement period in words: `daily/2026-11-20` is a day (UTC), `hourly/2026-11-20T13` the hour's beginning in the
 * device's zone. Undefined for the end of a term and for kinds unknown to this version.
 */
export function periodText(period: string, locale: string): string | undefined {
  const [kind, when = ''] = period.split('/')
  if (kind === 'daily') return dayText(when, locale)
  return kind === 'hourly' ? dateTimeText(millisOf(`${when}:00:00Z`), locale) : undefined
}
