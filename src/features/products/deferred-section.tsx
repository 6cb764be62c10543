import { startTransition, useEffect, useState, type ReactNode } from 'react'

/** What lies under the first screenful of a long page that has just come: drawn once that stands, in slices, so that a slow phone has it sooner. */
export function DeferredSection({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && children
}
