import { useEffect, useRef, type RefObject } from 'react'
import { isStill } from './motion.ts'

/**
 * Runs animations of an element while `key` is the same: `start` gets the element and gives the animations, which end
 * when the key changes. Only transform and opacity may move, so that slow phones keep their frames. Nothing moves where
 * the system asks for less.
 */
export function useAnimation<E extends HTMLElement>(
  key: string,
  start: (element: E) => readonly Animation[],
): RefObject<E | null> {
  const element = useRef<E>(null)
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    if (!element.current || isStill()) return
    const running = latest.current(element.current)
    return () => {
      for (const it of running) it.cancel()
    }
  }, [key])
  return element
}
