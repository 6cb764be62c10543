import { addressList, regionList } from '#protocol/addresses.ts'
import { readOf } from '../../cache/read-of.ts'

export const addresses = readOf(addressList, {})

/** All parts and cities of a country, by the id it has at the server: `id`. */
export function regionsOf(country: string) {
  return readOf(regionList, { country })
}
