import { useSyncExternalStore } from 'react'
import { millisOf, systemClock } from '../lib/clock.ts'
import { followClock } from './follow-clock.ts'

/** Whether an instant is known and still to come. What shows it is drawn anew once it has passed. */
export function useIsAhead(instant: string | null | undefined): boolean {
  const isAhead = () => typeof instant === 'string' && millisOf(instant) > systemClock.now()
  return useSyncExternalStore(followClock, isAhead, isAhead)
}
