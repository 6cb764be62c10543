import type { HistoryLocation } from '@tanstack/react-router'
import { indexOf } from './router-internals.ts'

const storageKey = 'voltfolio-floor'
let base = storedBase()

/** How many pages lie under this one, not counting the entry that catches the press of back (exit.ts). */
export function depthOf(location: Pick<HistoryLocation, 'state'>): number {
  return Math.max(0, indexOf(location) - base)
}

/** Such an entry lies at the bottom from now on, and counts as no page. */
export function raiseBase(): void {
  base = 1
  try {
    sessionStorage.setItem(storageKey, '1')
  } catch {
    // After a reload one page too many is counted; back still leads out.
  }
}

function storedBase(): number {
  try {
    return Number(sessionStorage.getItem(storageKey) ?? 0)
  } catch {
    // Refused storage: as at the first start.
    return 0
  }
}
