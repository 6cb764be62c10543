import { useQuery } from '@tanstack/react-query'
import { optionAll } from '#protocol/settings.ts'
import { readOf } from '../../cache/read-of.ts'
import { useMemberCountry } from '../../entities/profile.ts'

/**
 * The name of the document that carries the ID number in the member's country; undefined for a country without one
 * here.
 */
export function useIdDocument(): string | undefined {
  return useQuery(readOf(optionAll, { countryId: useMemberCountry() })).data?.terms['idDocument']
}
