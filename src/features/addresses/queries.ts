import { addressList, regionList } from '#protocol/addresses.ts'
import { userInfo } from '#protocol/auth.ts'
import { readOf } from '../../cache/read-of.ts'

export const addresses = readOf(addressList, {})

/** Whose country a new address is in. */
export const profile = readOf(userInfo, {})

/** All parts and cities of a country, by the id it has at the server: `id`. */
export function regionsOf(country: string) {
  return readOf(regionList, { country })
}
