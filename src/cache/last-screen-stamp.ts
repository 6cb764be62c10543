import { signedInId } from './cache.ts'
import { memberKey } from './member.ts'

/**
 * What a kept screen depends on, besides its route: who is signed in on this device, language, look, hidden amounts.
 * Synchronous, and read from storage anew, because another tab may have changed it.
 */
export function lastScreenStamp(): string {
  const names = [memberKey, 'voltfolio-locale', 'voltfolio-look', `voltfolio-amounts-${signedInId()}`]
  try {
    return JSON.stringify(names.map((it) => localStorage.getItem(it)))
  } catch {
    // Storage is blocked: nobody is remembered, and nothing is kept.
    return ''
  }
}
