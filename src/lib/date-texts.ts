import { ago, DAY, dateText, dayIn, formatIn, MINUTE, written, type Ago } from './dates.ts'

/** Dates and times as texts that the first frame doesn't need: it has a chunk of its own to keep small. */

/** `2026-11-20 14:02:31` of an instant in a zone: for files, the same in every language. */
export function timestampIn(zone: string, ms: number): string {
  const time = formatIn(zone, 'en-u-nu-latn', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(ms)
  return `${dayIn(zone, ms)} ${time}`
}

/**
 * Under 1 minute just now, minutes under 1 hour, hours under 1 day, days under 15 days, else a date (specification 9).
 */
export function messageAgo(ms: number, now: number): Ago {
  return ago(now - ms, MINUTE, 15 * DAY - 1)
}

/** `14:02`, or `2:02 PM` where the language says so. */
export function timeText(ms: number, locale: string, zone: string): string {
  return formatted(ms, locale, zone, { hour: 'numeric', minute: '2-digit' })
}

/** `20 Nov, 14:02`; with its year where that isn't the year of `now`. */
export function dateTimeText(ms: number, locale: string, zone: string, now: number): string {
  return formatted(ms, locale, zone, dateTime(zone, now, ms))
}

/** `20 Nov 2026, 14:02`, with its year in any case. */
export function yearTimeText(ms: number, locale: string, zone: string): string {
  return formatted(ms, locale, zone, { ...written, hour: 'numeric', minute: '2-digit' })
}

/** `20 Nov, 14:02 – 14:31`; the later day stands there too where it is another. */
export function timesText(from: number, to: number, locale: string, zone: string, now: number): string {
  return formatIn(zone, locale, dateTime(zone, now, from, to)).formatRange(from, to)
}

function dateTime(zone: string, now: number, ...times: number[]): Intl.DateTimeFormatOptions {
  const yearOf = (ms: number) => dayIn(zone, ms).slice(0, 4)
  const isThisYear = times.every((it) => yearOf(it) === yearOf(now))
  return {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }
}

/** A day of some days ahead, in the reader's words: `Wed 25 Nov`. */
export function nearDayText(ms: number, locale: string, zone: string): string {
  return formatted(ms, locale, zone, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** A calendar day written out: `20 Nov 2026`. */
export function dayText(day: string, locale: string): string {
  return dateText(Date.parse(`${day}T00:00:00Z`), locale, 'UTC')
}

/** A range of calendar days; month and year stand once where both share them: `9 – 15 Nov 2026`. */
export function daysText(from: string, to: string, locale: string): string {
  const [first, last] = [from, to].map((it) => Date.parse(`${it}T00:00:00Z`))
  return formatIn('UTC', locale, written).formatRange(first!, last!)
}

function formatted(ms: number, locale: string, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatIn(zone, locale, options).format(ms)
}
