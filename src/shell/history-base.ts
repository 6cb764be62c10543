import type { HistoryLocation } from '@tanstack/react-router'

const name = 'voltfolio-floor'
let floor = kept()

/** How many pages lie under this one, not counting the entry that catches the press of back (exit.ts). */
export function depthOf({ state }: Pick<HistoryLocation, 'state'>): number {
  return Math.max(0, state.__TSR_index - floor)
}

/** There is such an entry now. */
export function raiseFloor(): void {
  floor = 1
  try {
    sessionStorage.setItem(name, '1')
  } catch {
    // A reload then counts one page too many; back still leads out.
  }
}

function kept(): number {
  try {
    return Number(sessionStorage.getItem(name) ?? 0)
  } catch {
    // Refused storage: as at the first start.
    return 0
  }
}
