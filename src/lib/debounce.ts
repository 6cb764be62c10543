/** Milliseconds, unless a caller says otherwise (specification 9). */
const DEFAULT_WAIT = 500

export interface Held<A extends unknown[]> {
  (...args: A): void
  /** Forgets a call that still waits. */
  cancel: () => void
}

/** Runs the last of a burst of calls, once none has come for `wait` milliseconds. */
export function debounce<A extends unknown[]>(run: (...args: A) => void, wait = DEFAULT_WAIT): Held<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const held = (...args: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => run(...args), wait)
  }
  return Object.assign(held, { cancel: () => clearTimeout(timer) })
}
