import { useSyncExternalStore } from 'react'
import { member, signedInId } from './cache.ts'

/**
 * The member's id while they are signed in on this device, undefined for a visitor; the screen follows when that
 * changes.
 */
export function useSignedIn(): string | undefined {
  return useSyncExternalStore(member.subscribe, signedInId, signedInId)
}
