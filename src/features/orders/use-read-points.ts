import { useCallback, useState } from 'react'

interface Reading {
  /** How many points have been in sight to their end. */
  read: number
  /** For the end of each point. */
  watch: (key: string) => (end: HTMLElement | null) => (() => void) | undefined
  isRead: (key: string) => boolean
}

/** Counts which points of a text were really in sight: a point is read when its last line was. */
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
