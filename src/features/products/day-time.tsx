import { useLingui } from '@lingui/react'
import { millisOf } from '../../lib/clock.ts'
import { yearTimeText } from '../../lib/date-texts.ts'
import { useMemberZone } from '../../entities/profile.ts'

/** The date and the time of an instant, in the member's time zone. */
export function DayTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{yearTimeText(millisOf(at), i18n.locale, useMemberZone())}</time>
}
