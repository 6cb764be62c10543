import { onlineManager } from '@tanstack/react-query'
import { onOutcome } from '../api/api.ts'
import { firstCalls } from '../cache/first-calls.ts'
import { readUncached } from '../cache/read-of.ts'
import { watchReach } from './reachability.ts'

/**
 * Decides whether there is a network, from the outcome of the app's calls, the browser's events and an occasional
 * request.
 */
export function watchNetwork(): void {
  onlineManager.setOnline(navigator.onLine)
  window.addEventListener('offline', () => onlineManager.setOnline(false))
  watchReach({
    isOnline: () => onlineManager.isOnline(),
    setOnline: (isOnline) => onlineManager.setOnline(isOnline),
    browserSaysOnline: () => navigator.onLine,
    onOutcome,
    ask: async () => readUncached((await firstCalls()).getLoginConfig, {}, { isQuiet: true }),
    later(run, ms) {
      const over = new AbortController()
      const once = () => {
        over.abort()
        clearTimeout(timer)
        run()
      }
      const timer = setTimeout(once, ms)
      window.addEventListener('online', once, { signal: over.signal })
      document.addEventListener(
        'visibilitychange',
        () => {
          if (document.visibilityState === 'visible') once()
        },
        { signal: over.signal },
      )
    },
  })
}
