import { useLingui } from '@lingui/react'
import { millisOf } from '../../lib/clock.ts'
import { timeText } from '../../lib/date-texts.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { useDate } from '../../entities/use-when.ts'

/** The date and the time of an instant, in the member's time zone. */
export function DayTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const dateOf = useDate()
  const ms = millisOf(at)
  return (
    <time dateTime={at}>
      {dateOf(ms)}, {timeText(ms, i18n.locale, useMemberZone())}
    </time>
  )
}
