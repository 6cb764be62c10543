import { addressList, regionList } from '#protocol/addresses.ts'
import { machinePositions } from '#protocol/locations.ts'
import { readOf } from '../../cache/read-of.ts'

/** Every machine on offer. The reader's place is not sent: what is near is found out on the device. */
export const machines = readOf(machinePositions, {})

export const addresses = readOf(addressList, {})

export function regionsOf(country: string) {
  return readOf(regionList, { country })
}
