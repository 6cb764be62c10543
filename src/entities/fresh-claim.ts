import { useState, useSyncExternalStore } from 'react'
import { isLater, systemClock } from '../lib/clock.ts'

/**
 * The last confirmed claim beside a figure of the time `at`: `isFresh` where it was confirmed while this part of the
 * page was shown, `isNewer` where the figure still holds what was claimed.
 */
export function useFreshClaim<T extends { settledAt: number }>(claimed: T | undefined, at: number) {
  const [shown] = useState(shownSince)
  const since = useSyncExternalStore(shown.subscribe, shown.getSnapshot)
  const settledAt = claimed?.settledAt ?? 0
  return { claimed, isFresh: settledAt >= since, isNewer: isLater(settledAt, at) }
}

/** When a part was last shown. A tab's page that comes back has its state still, but subscribes anew. */
function shownSince() {
  let since = systemClock.now()
  let wasHidden = false
  return {
    getSnapshot: () => since,
    subscribe: () => {
      if (wasHidden) since = systemClock.now()
      return () => {
        wasHidden = true
      }
    },
  }
}
