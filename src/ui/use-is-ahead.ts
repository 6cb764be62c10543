import { useSyncExternalStore } from 'react'
import { millisOf } from '../lib/clock.ts'
import { serverNow } from '../lib/server-clock.ts'
import { followClock } from './follow-clock.ts'

/** Whether an instant of the server is known and still to come. What shows it is drawn anew once it has passed. */
export function useIsAhead(instant: string | null | undefined): boolean {
  const isAhead = () => typeof instant === 'string' && millisOf(instant) > serverNow()
  return useSyncExternalStore(followClock, isAhead, isAhead)
}
