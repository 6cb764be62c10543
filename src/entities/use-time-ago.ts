import { useLingui } from '@lingui/react/macro'
import { millisOf } from '../lib/clock.ts'
import { messageAgo } from '../lib/date-texts.ts'
import { inWords, relativeAgo } from '../lib/dates.ts'
import { serverNow } from '../lib/server-clock.ts'
import { useMemberZone } from './profile.ts'

/**
 * Says how long ago an instant was, in the reader's language and the member's zone (specification 9): `just now` under
 * 5 minutes, `12 minutes ago`, `20 Nov 2026`. It takes ISO text.
 */
export function useTimeAgo(agoOf = relativeAgo): (at: string) => string {
  const { t, i18n } = useLingui()
  const zone = useMemberZone()
  return (at) => {
    const past = millisOf(at)
    const ago = agoOf(past, serverNow())
    // The locale's own word, "now", isn't one for what has happened.
    return ago.unit === 'now' ? t`just now` : inWords(ago, past, i18n.locale, zone)
  }
}

/** The same of a message or an article: `just now` under a minute, a date from the 15th day on. */
export function useMessageTime(): (at: string) => string {
  return useTimeAgo(messageAgo)
}
