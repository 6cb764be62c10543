import type { Address, Region } from '#protocol/addresses.ts'
import type { Position } from '../../lib/distance.ts'
import { finder } from '../../lib/find.ts'
import { regionPath } from '../../lib/regions.ts'

/** A place that can be searched around: a city, or one of the member's addresses. */
export interface KnownPlace {
  id: string
  kind: 'region' | 'address'
  title: string
  detail: string
  at: Position
}

/**
 * The cities of a country and the member's addresses, addresses first. An address without a pin of its own stands at
 * the centre of its city; one whose city isn't known is left out. Regions kept by an earlier release have no centres.
 */
export function knownPlaces(regions: readonly Region[], addresses: readonly Address[]): KnownPlace[] {
  const centres = new Map(regions.map((it) => [it.id, it.position ?? undefined]))
  return [
    ...addresses.flatMap(({ id, detail, region, regionId, position }) => {
      const at = position ?? centres.get(regionId)
      return at ? [{ id, kind: 'address' as const, title: detail, detail: region.toReversed().join(', '), at }] : []
    }),
    ...regions.flatMap(({ id, name, parentId, position }) => {
      const part = parentId === null ? '' : (regionPath(regions, parentId).at(-1) ?? '')
      return position
        ? [{ id, kind: 'region' as const, title: name, detail: part === name ? '' : part, at: position }]
        : []
    }),
  ]
}

const find = finder<KnownPlace>((it) => [it.title, it.detail])

/** More would push the machines out of sight; another letter brings others. */
const most = 6

/** The places that contain every wanted word, those that begin with it first. None for an empty text. */
export function foundPlaces(places: readonly KnownPlace[], wanted: string, locale: string): readonly KnownPlace[] {
  if (wanted.trim() === '') return []
  const order = new Intl.Collator(locale, { sensitivity: 'base' })
  const rank = ({ title }: KnownPlace) => (order.compare(title.slice(0, wanted.length), wanted) === 0 ? 0 : 1)
  return find(places, wanted.trim())
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
}
