import { useLingui } from '@lingui/react/macro'
import { systemClock } from '../lib/clock.ts'
import { dateTimeText, timeText } from '../lib/date-texts.ts'
import { dayIn, deviceZone } from '../lib/dates.ts'
import { Icon } from './icon.tsx'

/** "As of 14:02": the time at which the shown data was last loaded. Takes Query's `dataUpdatedAt`, in milliseconds. */
export function Age({ at }: { at: number }) {
  return (
    <span className="figures inline-flex items-center gap-1.5 text-small text-ink-soft">
      <Icon name="clock" size="tiny" />
      <time dateTime={new Date(at).toISOString()}>{useAgeText(at)}</time>
    </span>
  )
}

/** The same words as text, for labels and titles. */
export function useAgeText(at: number): string {
  const { t, i18n } = useLingui()
  const zone = deviceZone()
  const now = systemClock.now()
  const isToday = dayIn(zone, at) === dayIn(zone, now)
  const when = isToday ? timeText(at, i18n.locale, zone) : dateTimeText(at, i18n.locale, zone, now)
  return t`As of ${when}`
}
