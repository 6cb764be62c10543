import { useQuery } from '@tanstack/react-query'
import { userInfo } from '#protocol/auth.ts'
import { readOf } from '../cache/read-of.ts'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { deviceZone } from '../lib/dates.ts'

/** The member's profile: name, level, country, time zone, and whether they have a transaction password. */
export const profile = readOf(userInfo, {})

/**
 * The member's time zone, which decides where days begin (specification 9). For visitors, and until it is known, the
 * device's.
 */
export function useMemberZone(): string {
  const isMember = useSignedIn() !== undefined
  return useQuery({ ...profile, enabled: isMember }).data?.userInfo.timeZone ?? deviceZone()
}

/**
 * The member's country, whose banks, cities and phone numbers come first; `id` (Indonesia) for visitors and until it is
 * known.
 */
export function useMemberCountry(): string {
  const isMember = useSignedIn() !== undefined
  return useQuery({ ...profile, enabled: isMember }).data?.userInfo.country ?? 'id'
}
