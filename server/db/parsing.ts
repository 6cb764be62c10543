/** Parses a column's text form. */
export type Parse = (text: string) => unknown

/**
 * How both drivers parse columns, by type oid, so that a row is the same on either: bigint becomes a number,
 * timestamptz an ISO instant, date a day, json is parsed. Other types are parsed by the driver, but numeric stays text
 * (a sum of bigints is numeric: cast it to bigint).
 */
export const parsers: Readonly<Record<number, Parse>> = {
  20: safeInteger,
  114: (text) => JSON.parse(text) as unknown,
  1082: (text) => text,
  1184: isoInstant,
  1700: (text) => text,
  2950: (text) => text,
  3802: (text) => JSON.parse(text) as unknown,
}

function safeInteger(text: string): number {
  const value = Number(text)
  // An amount that a double can't hold exactly must stop the call, not be rounded.
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond what a number holds exactly`)
  return value
}

/** The session's zone is UTC: `2026-11-20 05:46:00.12+00`. Finer than milliseconds is cut off. */
function isoInstant(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (!parts) throw new RangeError(`not an instant in UTC: ${text}`)
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
}
