/** The server's only source of time; tests hand in a clock that they can move. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** ISO UTC with milliseconds, `2026-11-20T05:46:00.000Z`: the one spelling of an instant on the wire and in rows. */
export function instant(when: Clock | number): string {
  return new Date(typeof when === 'number' ? when : when.now()).toISOString()
}

/** Milliseconds of an instant; the inverse of `instant`. Throws on text that is none. */
export function millisOf(when: string): number {
  const ms = Date.parse(when)
  if (Number.isNaN(ms)) throw new RangeError(`not an instant: ${when}`)
  return ms
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()
const wallFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * The calendar day, `2026-11-20`, that an instant falls on in an IANA zone. Days are the member's, not the server's
 * (specification 9; docs/offline.md, "Writing"). Throws nothing; an unknown zone falls back to UTC.
 */
export function dayIn(zone: string, when: string | number): string {
  return formatFor(zone, dayFormats, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    typeof when === 'number' ? when : millisOf(when),
  )
}

/**
 * Whether a name is UTC or that of a place in the IANA list. An offset, `+07:00`, is none, as PostgreSQL counts it the
 * other way round. Nor is an abbreviation: Intl takes BST for Dhaka, and PostgreSQL has a list of its own.
 */
export function isZone(name: string): boolean {
  return /^(UTC|(?!SystemV\/)[A-Za-z_]+\/.+)$/.test(name) && isoFormat(name, {}) !== undefined
}

function formatFor(
  zone: string,
  formats: Map<string, Intl.DateTimeFormat>,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = isoFormat(zone, parts) ?? formatFor('UTC', formats, parts)
  // Zone names come from clients: without a bound, invented ones would fill the memory.
  if (formats.size < 1000) formats.set(zone, format)
  return format
}

function isoFormat(zone: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | undefined {
  try {
    // Swedish writes days as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...parts })
  } catch {
    return undefined
  }
}

/** The day `days` after (or, negative, before) a day. */
export function addDays(day: string, days: number): string {
  return instant(millisOf(`${day}T00:00:00.000Z`) + days * 86_400_000).slice(0, 10)
}

/**
 * When a day begins in a zone, in milliseconds; where the clocks skip midnight, the first instant of that day. An
 * unknown zone falls back to UTC.
 */
export function startOfDay(zone: string, day: string): number {
  const midnight = millisOf(`${day}T00:00:00.000Z`)
  const before = midnight - offsetOf(zone, midnight)
  const candidates = [before, midnight - offsetOf(zone, before)].filter((it) => dayIn(zone, it) === day)
  return candidates.length > 0 ? Math.min(...candidates) : before
}

/** How far a zone's wall clock is ahead of UTC at an instant, in milliseconds. An unknown zone falls back to UTC. */
export function offsetOf(zone: string, ms: number): number {
  const wall = formatFor(zone, wallFormats, { dateStyle: 'short', timeStyle: 'medium' }).format(ms)
  return millisOf(`${wall.replace(' ', 'T')}.000Z`) - Math.floor(ms / 1000) * 1000
}
