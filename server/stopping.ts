import type { Log } from './log.ts'

/** The process, or what stands for it in a test. */
interface Host {
  on(signal: 'SIGHUP' | 'SIGINT' | 'SIGTERM', react: () => void): unknown
  exit(code: number): void
}

/** How long calls and jobs under way may take to end. */
const deadline = 25_000

/**
 * Stops at the first SIGINT or SIGTERM, or SIGHUP of a terminal that is closed: `stop` finishes what is under way, for
 * 25 seconds at most. A second signal ends the process at once. Both are safe: what wasn't committed didn't happen, and
 * is repeated.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log, host: Host = process): void {
  let isStopping = false
  const react = (): void => {
    if (isStopping) {
      host.exit(1)
      return
    }
    isStopping = true
    setTimeout(() => {
      log.error('not stopped in time', new Error(`something took longer than ${deadline} ms`))
      host.exit(1)
    }, deadline).unref()
    stop().then(
      () => {
        host.exit(0)
      },
      (cause: unknown) => {
        log.error('not stopped cleanly', cause)
        host.exit(1)
      },
    )
  }
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) host.on(signal, react)
}
