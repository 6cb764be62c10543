import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { addressList } from '#protocol/addresses.ts'
import { countryOf, regionPath } from '../../lib/regions.ts'
import { useAddressCommands } from './commands.ts'
import { addresses, regionsOf } from './queries.ts'
import { useMemberCountry } from '../../entities/profile.ts'
import { shownAddresses, type ShownAddress } from './shown-addresses.ts'

/** The member's addresses as they left them. Until the server first answers, `shown` has only what was made here. */
export function useAddresses(): { query: UseQueryResult<Answer<typeof addressList>>; shown: ShownAddress[] } {
  const query = useQuery(addresses)
  const commands = useAddressCommands()
  // Fetched at every visit, so that the region picker has the list offline.
  const regions = useQuery({ ...regionsOf(useCountry()) }).data?.items ?? []
  return {
    query,
    shown: shownAddresses(query.data?.items ?? [], query.dataUpdatedAt, commands, (id) => regionPath(regions, id)),
  }
}

/** The country of an address, or the member's own for a new one. */
export function useCountry(regionId?: string): string {
  const own = useMemberCountry()
  return regionId ? countryOf(regionId) : own
}
