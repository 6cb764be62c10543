import { useCallback, useState } from 'react'

interface Reading {
  /** The ref of the element at the end of each point. */
  watch: (key: string) => (end: HTMLElement | null) => (() => void) | undefined
  isRead: (key: string) => boolean
}

/** Which points the member could read: a point is read when its last line was in sight. */
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
  return { watch, isRead: (key) => seen.has(key) }
}
