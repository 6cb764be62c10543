import type { Query, QueryClient } from '@tanstack/react-query'
import { reported } from '../../lib/report.ts'

/**
 * A screen that is opened for what the offline prefetch is just fetching doesn't wait for the other reads of that
 * request: the quiet fetch is given up, and the screen's own is sent alone. The prefetch gets its answer too.
 */
export function letScreensOvertake(client: QueryClient): void {
  // A screen's options take the place of those that a fetch began with.
  const quiet = new WeakSet<Query>()
  client.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type === 'updated' && event.action.type === 'fetch') {
      if (query.meta?.mayWait === true) quiet.add(query)
      else quiet.delete(query)
    }
    if (event.type !== 'observerAdded' || !quiet.has(query)) return
    if (query.isActive() && query.state.fetchStatus === 'fetching') {
      quiet.delete(query)
      query.cancel({ silent: true }).catch(reported('offline prefetch: overtaken'))
    }
  })
}
