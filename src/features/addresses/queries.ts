import { addressList, regionList } from '#protocol/addresses.ts'
import { readOf } from '../../cache/read-of.ts'

export const addresses = readOf(addressList, {})

/** All regions of a country. `country` is the server's id: `id` for Indonesia. */
export function regionsOf(country: string) {
  return readOf(regionList, { country })
}
