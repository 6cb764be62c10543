import type { Region } from '#protocol/addresses.ts'
import { finder } from '../../lib/find.ts'

/** A city or district that things can be sent to, with the part of the country it lies in. */
export interface Place {
  id: string
  name: string
  part: string
  initial: string
}

/** The places under one letter of the index; `#` for names that begin with none. */
export interface Heading {
  initial: string
  places: readonly Place[]
}

/** Everything of a country that an address may lie in: the leaves of its regions. */
export function placesOf(regions: readonly Region[]): Place[] {
  const names = new Map(regions.map((it) => [it.id, it.name]))
  return regions
    .filter((it) => it.leaf)
    .map(({ id, name, parentId, initial }) => ({ id, name, initial, part: names.get(parentId ?? '') ?? '' }))
}

/** The index: places by the initial that the server gave them, letters and names in the locale's order, `#` last. */
export function indexOf(places: readonly Place[], locale: string): Heading[] {
  const order = new Intl.Collator(locale)
  const byInitial = Map.groupBy(places, (it) => it.initial)
  return [...byInitial]
    .map(([initial, its]) => ({ initial, places: its.toSorted((a, b) => order.compare(a.name, b.name)) }))
    .toSorted((a, b) => Number(a.initial === '#') - Number(b.initial === '#') || order.compare(a.initial, b.initial))
}

/**
 * Finds the places in whose name, or whose region's name, every wanted word stands. Names that begin with the words
 * come first.
 */
export function placeFinder(locale: string): (places: readonly Place[], wanted: string) => readonly Place[] {
  const find = finder<Place>((it) => [it.name, it.part])
  const order = new Intl.Collator(locale, { sensitivity: 'base' })
  return (places, wanted) => {
    const rank = ({ name }: Place) => (order.compare(name.slice(0, wanted.length), wanted) === 0 ? 0 : 1)
    return find(places, wanted).toSorted((a, b) => rank(a) - rank(b) || order.compare(a.name, b.name))
  }
}

const mostRecent = 4

/** The places of the member's own addresses, each once, in the order of the list. */
export function recentPlaces(places: readonly Place[], regionIds: readonly string[]): Place[] {
  const byId = new Map(places.map((it) => [it.id, it]))
  return [...new Set(regionIds)].flatMap((id) => byId.get(id) ?? []).slice(0, mostRecent)
}
