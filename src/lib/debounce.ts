/** Milliseconds, unless a caller says otherwise (specification 9). */
const DEFAULT_WAIT = 500

export interface Held<A extends unknown[]> {
  (...args: A): void
  /** Drops a call that is still waiting. */
  cancel: () => void
}

/** Runs only the last of several calls, `wait` milliseconds after it was made. */
export function debounce<A extends unknown[]>(run: (...args: A) => void, wait = DEFAULT_WAIT): Held<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const held = (...args: A) => {
    clearTimeout(timer)
    timer = setTimeout(() => run(...args), wait)
  }
  return Object.assign(held, { cancel: () => clearTimeout(timer) })
}
