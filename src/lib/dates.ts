import type { Clock } from './clock.ts'
import { dateFormat } from './intl.ts'

/**
 * Instants travel as ISO text or milliseconds, days as yyyy-mm-dd. A day is always the day of some zone: the member's
 * unless said otherwise (specification 9). An unknown zone falls back to UTC; nothing here throws for it.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `yyyy-mm-dd` of an instant in a zone. */
export function dayIn(zone: string, ms: number): string {
  const parts = formatIn(zone, 'en-u-ca-gregory-nu-latn', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(ms)
  const part = (type: string) => parts.find((it) => it.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

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

/** How a past time is told: as a distance in a unit, or as a date where it is too long ago. */
export type Ago = { unit: 'now' } | { unit: 'minute' | 'hour' | 'day'; count: number } | { unit: 'date' }

/**
 * Under 5 minutes just now, then minutes, hours, days up to 30 days, then a date (specification 9). A time in the
 * future counts as now.
 */
export function relativeAgo(ms: number, now: number): Ago {
  return ago(now - ms, 5 * MINUTE, 30 * DAY)
}

/**
 * Under 1 minute just now, minutes under 1 hour, hours under 1 day, days under 15 days, else a date (specification 9).
 */
export function messageAgo(ms: number, now: number): Ago {
  return ago(now - ms, MINUTE, 15 * DAY - 1)
}

function ago(past: number, nowUnder: number, daysUpTo: number): Ago {
  if (past < nowUnder) return { unit: 'now' }
  if (past < HOUR) return { unit: 'minute', count: Math.floor(past / MINUTE) }
  if (past < DAY) return { unit: 'hour', count: Math.floor(past / HOUR) }
  return past <= daysUpTo ? { unit: 'day', count: Math.floor(past / DAY) } : { unit: 'date' }
}

/** Relative time in the reader's words: `now`, `12 min. ago`, `20 Nov 2026`. */
export function relativeTime(ms: number, locale: string, clock: Clock, zone: string): string {
  return inWords(relativeAgo(ms, clock.now()), ms, locale, zone)
}

/** Message time in the reader's words (specification 9). */
export function messageTime(ms: number, locale: string, clock: Clock, zone: string): string {
  return inWords(messageAgo(ms, clock.now()), ms, locale, zone)
}

function inWords(ago: Ago, ms: number, locale: string, zone: string): string {
  if (ago.unit === 'date') return dateText(ms, locale, zone)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: ago.unit === 'now' ? 'auto' : 'always', style: 'long' })
  return ago.unit === 'now' ? words.format(0, 'second') : words.format(-ago.count, ago.unit)
}

const written: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** `20 Nov 2026`, as the language writes it. */
export function dateText(ms: number, locale: string, zone: string): string {
  return formatted(ms, locale, zone, written)
}

/** `14:02`, or `2:02 PM` where the language says so. */
export function timeText(ms: number, locale: string, zone: string): string {
  return formatted(ms, locale, zone, { hour: 'numeric', minute: '2-digit' })
}

/** `20 Nov, 14:02`. */
export function dateTimeText(ms: number, locale: string, zone: string): string {
  return formatted(ms, locale, zone, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
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

/** The device's own zone; it changes on a journey. */
export function deviceZone(): string {
  return formatIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'en', {}).resolvedOptions().timeZone
}

function formatIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return dateFormat(locale, { ...options, timeZone: zone })
  } catch {
    return dateFormat(locale, { ...options, timeZone: 'UTC' })
  }
}
