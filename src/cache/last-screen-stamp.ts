import { signedInId } from './cache.ts'
import { memberKey } from './member.ts'

/** Present while this device doesn't open with the last screen (docs/privacy.md). */
const lastScreenOff = 'voltfolio-last-screen-off'

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

/** Whether this device keeps the last screen for the next start. False where storage is blocked. */
export function keepsLastScreen(): boolean {
  try {
    return localStorage.getItem(lastScreenOff) === null
  } catch {
    return false
  }
}

/** Saves that choice. Throws where the browser refuses storage; then nothing is kept either. */
export function saveKeepsLastScreen(keeps: boolean): void {
  if (keeps) localStorage.removeItem(lastScreenOff)
  else localStorage.setItem(lastScreenOff, '1')
}
