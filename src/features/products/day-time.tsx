import { useLingui } from '@lingui/react'
import { millisOf } from '../../lib/clock.ts'
import { dateText, timeText } from '../../lib/dates.ts'

/** The date and the time of an instant, in the device's time zone. */
export function DayTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const ms = millisOf(at)
  return (
    <time dateTime={at}>
      {dateText(ms, i18n.locale)}, {timeText(ms, i18n.locale)}
    </time>
  )
}
