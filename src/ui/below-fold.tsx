import { startTransition, useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { entryKey } from './focus-return.ts'
import { scrolledEntries } from './scrolled-entries.ts'

/** Matches a document in which some part below the fold isn't drawn yet. */
export const undrawn = 'template[aria-busy]'

/**
 * The part of a long page below the first screenful. It is drawn after the first part, in slices that let a tap
 * through, so that a slow phone shows the page sooner. The server draws all at once, as does the way back to a page
 * that was left: it has to be there before it can be scrolled and focused as it was.
 */
export function BelowFold({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(() => typeof document === 'undefined' || scrolledEntries.has(entryKey()))
  // A deferred value would be drawn at once where the page's data is one, as in QueryStates.
  useEffect(() => startTransition(() => setDue(true)), [])
  // A template may stand in a list, and no screen reader knows of it.
  return isDue ? children : <template aria-busy="true" />
}

/** The items of a row or a grid: as many at once as there is room for, then the others. */
export function FirstInSight({ count, children: items }: { count: number; children: readonly ReactElement[] }) {
  return (
    <>
      {items.slice(0, count)}
      {items.length > count && <BelowFold>{items.slice(count)}</BelowFold>}
    </>
  )
}
