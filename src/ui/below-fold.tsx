import { useDeferredValue, useState, type ReactElement, type ReactNode } from 'react'
import { entryKey } from './focus-return.ts'
import { scrolledEntries } from './scrolled-entries.ts'

/** Matches a document in which some part below the fold isn't drawn yet. */
export const undrawn = 'template[aria-busy]'

/**
 * The part of a long page below the first screenful. It is drawn after the first part, in slices that let a tap
 * through, so that a slow phone shows the page sooner. The server draws all at once, as does the way back to where a
 * page was scrolled.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const [isAtOnce] = useState(() => typeof document === 'undefined' || (scrolledEntries.get(entryKey()) ?? 0) > 0)
  const isDue = useDeferredValue(true, isAtOnce)
  // A template may stand in a list, and no screen reader knows of it.
  return isDue ? children : <template aria-busy="true" />
}

/** The items of a row or a grid: as many at once as there is room for on a phone, then the others. */
export function FirstInSight({ count, children: items }: { count: number; children: readonly ReactElement[] }) {
  return (
    <>
      {items.slice(0, count)}
      {items.length > count && <BelowFold>{items.slice(count)}</BelowFold>}
    </>
  )
}
