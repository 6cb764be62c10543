import { Trans, useLingui } from '@lingui/react/macro'
import type { OpeningHours } from '#protocol/settings.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { dayIn } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip } from '../../ui/chip.tsx'
import { dateFormat } from '../../lib/intl.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { openingsAfter } from './opening-hours.ts'

/** The hours of customer service in the next seven days, in the member's time zone; nothing where there are none. */
export function Hours({ hours, timeZone }: { hours: readonly OpeningHours[]; timeZone: string }) {
  const { i18n } = useLingui()
  const zone = useMemberZone()
  const now = serverNow()
  const openings = openingsAfter(hours, timeZone, now)
  if (openings.length === 0) return null
  const times = dateFormat(i18n.locale, { hour: 'numeric', minute: '2-digit', timeZone: zone })
  const timesOfDays = dateFormat(i18n.locale, { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: zone })
  const days = dateFormat(i18n.locale, { weekday: 'long', day: 'numeric', month: 'short', timeZone: zone })
  const rangeOf = (from: number, until: number) => {
    const day = dayIn(zone, from)
    if (day === dayIn(zone, until)) return times.formatRange(from, until)
    // At midnight the day ends; a range would name both dates.
    if (day === dayIn(zone, until - 1)) return `${times.format(from)} – ${times.format(until)}`
    return timesOfDays.formatRange(from, until)
  }
  const isOpen = openings.some((it) => it.from <= now)
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-strong">
          <Trans>Hours in your time</Trans>
        </h3>
        <Chip tone={isOpen ? 'positive' : 'neutral'} icon="clock">
          {isOpen ? <Trans>Open now</Trans> : <Trans>Closed now</Trans>}
        </Chip>
      </div>
      <Facts>
        {openings.map(({ from, until }) => (
          <Fact key={from} name={days.format(from)}>
            {rangeOf(from, until)}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
