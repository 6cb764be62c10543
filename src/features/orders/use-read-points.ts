import { useCallback, useState } from 'react'

interface Reading {
  /** How many points were in sight to their end. */
  read: number
  /** The ref of the element at the end of each point. */
  watch: (key: string) => (end: HTMLElement | null) => (() => void) | undefined
  isRead: (key: string) => boolean
}

/** Counts the points that the member could read: a point counts when its last line was in sight. */
export function useReadPoints(): Reading {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const watch = useCallback(
    (key: string) => (end: HTMLElement | null) => {
      if (!end) return undefined
      const watcher = new IntersectionObserver((entries) => {
        if (entries.some((it) => it.isIntersecting))
          setSeen((before) => (before.has(key) ? before : new Set(before).add(key)))
      })
      watcher.observe(end)
      return () => watcher.disconnect()
    },
    [],
  )
  return { read: seen.size, watch, isRead: (key) => seen.has(key) }
}
