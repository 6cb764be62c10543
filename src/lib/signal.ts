export interface Emitter<T> {
  emit(event: T): void
  /** Calls `listener` with every event from now on. Returns a function that ends this. */
  subscribe(listener: (event: T) => void): () => void
}

/** An emitter of events; listeners are called in the order in which they subscribed. */
export function createEmitter<T = void>(): Emitter<T> {
  const listeners = new Set<(event: T) => void>()
  return {
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Signal<T> {
  /** For `useSyncExternalStore`. */
  getSnapshot(): T
  subscribe(listener: () => void): () => void
  set(next: T): void
}

/** A value that can be watched. Setting the value it already has calls no listener. */
export function createSignal<T>(first: T): Signal<T> {
  const { emit, subscribe } = createEmitter()
  let value = first
  return {
    getSnapshot: () => value,
    subscribe,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
  }
}
