import { useSyncExternalStore } from 'react'
import { systemClock } from '../lib/clock.ts'
import { dayIn } from '../lib/dates.ts'
import { followClock } from './follow-clock.ts'

/** Today in a zone, as yyyy-mm-dd. What shows it is drawn anew when the day changes while the page stays open. */
export function useToday(zone: string): string {
  const today = () => dayIn(zone, systemClock.now())
  return useSyncExternalStore(followClock, today, today)
}
