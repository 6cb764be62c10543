const listeners = new Set<() => void>()

/**
 * Calls `listener` after a transaction of this process has queued pushes and committed. Pushes of other processes are
 * found by the job's schedule. Returns the function that stops listening.
 */
export function onPushesQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function pushesQueued(): void {
  for (const listener of listeners) listener()
}
