export interface RetryLater {
  /** It failed: `run` is called after the current wait, once, however many failures are told until then. */
  failed(): void
  /** It succeeded: the next failure waits the shortest time again. */
  succeeded(): void
}

/** Calls `run` after failures, at waits in milliseconds that double from `firstMs` to `longestMs`. */
export function retryLater(run: () => void, firstMs: number, longestMs: number): RetryLater {
  let waitMs = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    failed() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        waitMs = Math.min(waitMs * 2, longestMs)
        run()
      }, waitMs)
    },
    succeeded() {
      waitMs = firstMs
    },
  }
}
