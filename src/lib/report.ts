/** A failure that no screen tells the member about. */
export interface ReportedFailure {
  error: unknown
  /** The part of the app, in a few words: `draft: save`. */
  where: string
}

type Listener = (failure: ReportedFailure) => void

/** Failures from before the failure log was loaded. */
const early: ReportedFailure[] = []
const earlyLimit = 50
let listener: Listener | undefined

/** Notes a failure for the page "Offline and storage". Never throws. */
export function report(error: unknown, where: string): void {
  if (listener) listener({ error, where })
  else if (early.length < earlyLimit) early.push({ error, where })
}

/** For `.catch(reported('…'))`: reports the error and returns undefined. */
export function reported(where: string): (error: unknown) => undefined {
  return (error) => {
    report(error, where)
    return undefined
  }
}

/** Reports uncaught errors and unhandled rejections of this page or worker. */
export function reportUncaught(where: string): void {
  addEventListener('error', (event) => report((event as ErrorEvent).error ?? (event as ErrorEvent).message, where))
  addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason, where))
}

/** Passes every failure to the failure log, also those from before this call. */
export function onReport(next: Listener): void {
  listener = next
  for (const failure of early.splice(0)) next(failure)
}
