import { useQuery } from '@tanstack/react-query'
import { profile } from './queries.ts'

/** Whose banks and phone numbers come first: `id`. */
export function useHomeCountry(): string {
  return useQuery(profile).data?.userInfo.country ?? 'id'
}
