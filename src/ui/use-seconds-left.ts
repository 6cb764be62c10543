import { useSyncExternalStore } from 'react'
import { systemClock } from '../lib/clock.ts'

/**
 * Whole seconds until an instant in milliseconds, counted down on the screen; 0 once the instant has passed or is
 * undefined.
 */
export function useSecondsLeft(until: number | undefined): number {
  return useSyncExternalStore(until === undefined ? never : everySecond, () => secondsUntil(until))
}

function secondsUntil(until: number | undefined): number {
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - systemClock.now()) / 1000))
}

// The timer only triggers a render; the clock says how much time is left, because timers in background tabs run rarely.
function everySecond(wake: () => void) {
  const timer = setInterval(wake, 1000)
  return () => clearInterval(timer)
}

function never() {
  return () => undefined
}
