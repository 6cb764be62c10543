/** A failure that nobody else told the member about. */
export interface ReportedFailure {
  error: unknown
  /** The part of the app, in a few words: `draft: save`. */
  where: string
}

type Listener = (failure: ReportedFailure) => void

/** Failures of the first moments, until the failure log is loaded. */
const early: ReportedFailure[] = []
const earlyLimit = 50
let listener: Listener | undefined

/** Notes a failure for the page "Offline and storage". Never throws. */
export function report(error: unknown, where: string): void {
  if (listener) listener({ error, where })
  else if (early.length < earlyLimit) early.push({ error, where })
}

/** For `catch`: reports what it is called with, and gives undefined in its place. */
export function reported(where: string): (error: unknown) => undefined {
  return (error) => {
    report(error, where)
    return undefined
  }
}

/** Reports what no code of ours catches in this page or worker. */
export function reportUncaught(where: string): void {
  addEventListener('error', (event) => report((event as ErrorEvent).error ?? (event as ErrorEvent).message, where))
  addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason, where))
}

/** Hands every failure, those before this call included, to the failure log. */
export function onReport(next: Listener): void {
  listener = next
  for (const failure of early.splice(0)) next(failure)
}
