import { useSyncExternalStore } from 'react'
import { dayIn } from '../lib/dates.ts'
import { serverNow } from '../lib/server-clock.ts'
import { followClock } from './follow-clock.ts'

/**
 * Today in a zone by the server's clock, or by `now`, as yyyy-mm-dd. What shows it is drawn anew when the day changes
 * while the page stays open.
 */
export function useToday(zone: string, now: () => number = serverNow): string {
  const today = () => dayIn(zone, now())
  return useSyncExternalStore(followClock, today, today)
}
