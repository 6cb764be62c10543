import { useQuery } from '@tanstack/react-query'
import { optionAll } from '#protocol/settings.ts'
import { readOf } from '../../cache/read-of.ts'
import { useMemberCountry } from '../../entities/profile.ts'

/** What the member's country calls the document with their ID number; undefined where nothing is known of it. */
export function useIdDocument(): string | undefined {
  return useQuery(readOf(optionAll, { countryId: useMemberCountry() })).data?.terms['idDocument']
}
