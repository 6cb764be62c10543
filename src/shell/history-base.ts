import type { HistoryLocation } from '@tanstack/react-router'
import { indexOf } from './router-start.ts'

const storageKey = 'voltfolio-floor'
let base = storedBase()

/** The number of pages below this one, without the extra entry that catches the back button (exit.ts). */
export function depthOf(location: Pick<HistoryLocation, 'state'>): number {
  return Math.max(0, indexOf(location) - base)
}

/** Records that the extra entry exists, so that it doesn't count as a page. */
export function raiseBase(): void {
  base = 1
  try {
    sessionStorage.setItem(storageKey, '1')
  } catch {
    // Without storage, one page too many is counted after a reload; back still leaves the app.
  }
}

function storedBase(): number {
  try {
    return Number(sessionStorage.getItem(storageKey) ?? 0)
  } catch {
    // Storage is blocked: the count begins as on the first start.
    return 0
  }
}
