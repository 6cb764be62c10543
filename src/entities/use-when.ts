import { useLingui } from '@lingui/react'
import { millisOf, systemClock } from '../lib/clock.ts'
import { dateTimeText } from '../lib/date-texts.ts'
import { dateText } from '../lib/dates.ts'
import { useMemberZone } from './profile.ts'

/**
 * Says a time in the reader's language and the member's zone (specification 9): `20 Nov, 14:02`, with
 * the year where it isn't this one. It takes ISO text or milliseconds.
 */
export function useWhen(): (at: string | number) => string {
  const { i18n } = useLingui()
  const zone = useMemberZone()
  return (at) => dateTimeText(typeof at === 'string' ? millisOf(at) : at, i18n.locale, zone, systemClock.now())
}

/** The same without the time of day: `20 Nov 2026`. */
export function useDate(): (at: string | number) => string {
  const { i18n } = useLingui()
  const zone = useMemberZone()
  return (at) => dateText(typeof at === 'string' ? millisOf(at) : at, i18n.locale, zone)
}
