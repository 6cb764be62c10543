export interface Signal<T> {
  /** For `useSyncExternalStore`. */
  getSnapshot(): T
  subscribe(listener: () => void): () => void
  set(next: T): void
}

/** One value that can be watched. Setting it to what it is tells nobody. */
export function createSignal<T>(first: T): Signal<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}
