const lookMs = 10_000

/** For `useSyncExternalStore`: has what depends on the time looked at again, some seconds late at most. */
export function followClock(wake: () => void): () => void {
  const timer = setInterval(wake, lookMs)
  return () => clearInterval(timer)
}
