import { signedInId } from '../../cache/cache.ts'

/**
 * Synchronous, before the first frame: where the member has a lock, nothing is drawn until follow-lock.ts, which starts
 * after that frame, has found out whether it is locked.
 */
export function coverWhereLocked(): void {
  try {
    if (localStorage.getItem(`voltfolio-lock-${signedInId()}`)) document.documentElement.dataset['covered'] = 'awaited'
  } catch {
    // Storage is blocked, so no lock is kept in it.
  }
}
