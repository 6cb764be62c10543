/** Reads one part of an address's query; undefined where it is missing or unreadable. */
type Part<T> = (given: unknown) => T | undefined

type Parts = Record<string, Part<unknown>>

/** What a screen's address may say. */
export type Search<P extends Parts> = { [K in keyof P]?: ReturnType<P[K]> }

/**
 * A route's `validateSearch`. An address with something unreadable in it opens all the same, without that part.
 * That part is said to be undefined, for the router would go on with what it was given of a part that is left out.
 * Functions rather than schemas, for the first file reads every route's address.
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

/** At most `max` characters. The router reads digits alone as a number, and true and false as such. */
export function text(max: number): Part<string> {
  return (given) => {
    const words = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
    return typeof words === 'string' && words.length <= max ? words : undefined
  }
}

export const yesOrNo: Part<boolean> = (given) => (typeof given === 'boolean' ? given : undefined)
