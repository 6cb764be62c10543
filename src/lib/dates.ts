import { dateFormat } from './intl.ts'

/**
 * Instants travel as ISO text or milliseconds, days as yyyy-mm-dd. A day is always the day of some zone: the member's
 * unless said otherwise (specification 9). An unknown zone falls back to UTC; nothing here throws for it.
 */

export const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

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

/** How a past time is told: as a distance in a unit, or as a date where it is too long ago. */
export type Ago = { unit: 'now' } | { unit: 'minute' | 'hour' | 'day'; count: number } | { unit: 'date' }

/**
 * Under 5 minutes just now, then minutes, hours, days up to 30 days, then a date (specification 9). A time in the
 * future counts as now.
 */
export function relativeAgo(ms: number, now: number): Ago {
  return ago(now - ms, 5 * MINUTE, 30 * DAY)
}

/** A distance of `past` milliseconds. */
export function ago(past: number, nowUnder: number, daysUpTo: number): Ago {
  if (past < nowUnder) return { unit: 'now' }
  if (past < HOUR) return { unit: 'minute', count: Math.floor(past / MINUTE) }
  if (past < DAY) return { unit: 'hour', count: Math.floor(past / HOUR) }
  return past <= daysUpTo ? { unit: 'day', count: Math.floor(past / DAY) } : { unit: 'date' }
}

/** How long ago, in the reader's words: `12 minutes ago`, `20 Nov 2026`. */
export function inWords(ago: Exclude<Ago, { unit: 'now' }>, ms: number, locale: string, zone: string): string {
  if (ago.unit === 'date') return dateText(ms, locale, zone)
  return new Intl.RelativeTimeFormat(locale).format(-ago.count, ago.unit)
}

/** Day, month and year. */
export const written: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** `20 Nov 2026`, as the language writes it. */
export function dateText(ms: number, locale: string, zone: string): string {
  return formatIn(zone, locale, written).format(ms)
}

/** The device's own zone; it changes on a journey. */
export function deviceZone(): string {
  return formatIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'en', {}).resolvedOptions().timeZone
}

/** A format of dates in a zone; an unknown zone is taken as UTC. */
export function formatIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return dateFormat(locale, { ...options, timeZone: zone })
  } catch {
    return dateFormat(locale, { ...options, timeZone: 'UTC' })
  }
}
