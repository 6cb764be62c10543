import { useLingui } from '@lingui/react'
import { numberFormat } from '../lib/intl.ts'
import { listFormat } from '../lib/list-format.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

/**
 * Time left until an instant: `6 days, 3 hours`, `2:05:09`, `05:09`. Not a live region, which would read every second
 * aloud.
 */
export function Countdown({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  const { i18n } = useLingui()
  return (
    <span role="timer" aria-live="off" className="figures">
      {timeLeftText(left, i18n.locale)}
    </span>
  )
}

const DAY = 86_400

/** Seconds as a clock under a day, and as days and hours from there: nobody reads 147:25:45. */
export function timeLeftText(seconds: number, locale: string): string {
  if (seconds < DAY) return clockText(seconds)
  const parts = [
    ['day', Math.floor(seconds / DAY)],
    ['hour', Math.floor((seconds % DAY) / 3600)],
  ] as const
  return listFormat(locale, { type: 'unit' }).format(
    parts
      .filter(([, count]) => count > 0)
      .map(([unit, count]) => numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)),
  )
}

/** Seconds as `mm:ss`, with hours before them where there are any. */
function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] ? parts : parts.slice(1))
    .map((part, place) => String(part).padStart(place === 0 && parts[0] ? 1 : 2, '0'))
    .join(':')
}
