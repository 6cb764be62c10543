import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { isStill } from '../../lib/still.ts'

/**
 * Runs animations of an element while `key` is the same: `start` gets the element and gives the animations, which end
 * when the key changes. Only transform and opacity may move, so that slow phones keep their frames. Nothing moves where
 * the system asks for less.
 */
export function useAnimation<E extends HTMLElement>(
  key: string,
  start: (element: E, key: string) => readonly Animation[],
): RefObject<E | null> {
  const element = useRef<E>(null)
  const run = useEffectEvent((now: string) => (element.current && !isStill() ? start(element.current, now) : []))
  useEffect(() => {
    const running = run(key)
    return () => {
      for (const it of running) it.cancel()
    }
  }, [key])
  return element
}
