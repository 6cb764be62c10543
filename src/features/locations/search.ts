import { idPattern, machineKinds, slugPattern } from '#protocol/words.ts'
import { degrees, matching, oneOf, search, text } from '../../lib/search.ts'

/** The place that `/open-location` shows; without coordinates it shows none. */
export const openLocationSearch = search({
  latitude: degrees(90),
  longitude: degrees(180),
  name: text(80),
  address: text(200),
})

/** Radii in metres, from 100 m to 1,000 km. */
export const radii = [100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6] as const
export type Radius = (typeof radii)[number]
export const usualRadius: Radius = 50_000

const regionId = matching(slugPattern)
const addressId = matching(idPattern)

export const chooseLocationSearch = search({
  text: text(80),
  kind: oneOf(machineKinds),
  /** What the list is sorted from: `here`, or the id of a region or of an address. */
  near: (given) => addressId(given) ?? regionId(given),
  radius: (given) => radii.find((it) => it === given),
  /** The machine that is shown on the map. */
  selected: addressId,
  /** Who asked for a place: the choice returns there. */
  for: oneOf(['address']),
  /** Where the asking screen's pin is, to begin there. */
  latitude: degrees(90),
  longitude: degrees(180),
})
export type ChooseLocationSearch = ReturnType<typeof chooseLocationSearch>
