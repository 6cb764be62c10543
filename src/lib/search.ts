/** Reads one part of an address's query; undefined where it is missing or unreadable. */
type Part<T> = (given: unknown) => T | undefined

type Parts = Record<string, Part<unknown>>

/** The search parameters that a screen's address may have. */
export type Search<P extends Parts> = { [K in keyof P]?: ReturnType<P[K]> }

/**
 * A route's `validateSearch`. An address with an unreadable parameter opens without that parameter: it is returned as
 * undefined, because the router would keep the given value of a parameter that is left out. Functions instead of
 * schemas keep the first chunk small, which reads every route's address.
 */
export function search<P extends Parts>(parts: P): (given: Record<string, unknown>) => Search<P> {
  return (given) =>
    Object.fromEntries(
      Object.entries(parts).flatMap(([name, read]) => (name in given ? [[name, read(given[name])]] : [])),
    ) as Search<P>
}

export function oneOf<const T extends string>(names: readonly T[]): Part<T> {
  return (given) => names.find((name) => name === given)
}

export function matching(pattern: RegExp): Part<string> {
  return (given) => (typeof given === 'string' && pattern.test(given) ? given : undefined)
}

/**
 * Text of at most `max` characters. Digits, true and false count too: the router parses them as numbers and booleans.
 */
export function text(max: number): Part<string> {
  return (given) => {
    const words = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
    return typeof words === 'string' && words.length <= max ? words : undefined
  }
}

export const yesOrNo: Part<boolean> = (given) => (typeof given === 'boolean' ? given : undefined)

/** Degrees of latitude (`most` 90) or longitude (`most` 180), as a number or as a link's text. */
export function degrees(most: number): Part<number> {
  return (given) => {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    return typeof value === 'number' && Math.abs(value) <= most ? value : undefined
  }
}
