import { useState } from 'react'
import { systemClock } from '../lib/clock.ts'

/**
 * The last confirmed claim beside a figure of the time `at`: `isFresh` where it was confirmed while this part of the
 * page was there, `isNewer` where the figure still holds what was claimed.
 */
export function useFreshClaim<T extends { settledAt: number }>(claimed: T | undefined, at: number) {
  const [since] = useState(() => systemClock.now())
  const settledAt = claimed?.settledAt ?? 0
  return { claimed, isFresh: settledAt >= since, isNewer: settledAt > at }
}
