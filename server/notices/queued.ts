const listeners = new Set<() => void>()

/** Tells of pushes that a transaction of this process has queued, once it is durable. Those of other processes are found by looking. Answers how to stop listening. */
export function onPushesQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function pushesQueued(): void {
  for (const listener of listeners) listener()
}
