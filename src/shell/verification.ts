import { ApiError } from '../api/api-error.ts'
import { onOutcome } from '../api/api.ts'
import { createSignal } from '../lib/signal.ts'

/** The project's own server never returns this error number; another operator's server may (specification 8). */
const notVerified = 524

/** True when a call was rejected because the member isn't verified, until the dialog has been shown. */
export const lacksVerification = createSignal(false)

/** Call this before the first request: its response may come before the dialog is loaded. */
export function watchVerification(): void {
  onOutcome((error) => {
    if (error instanceof ApiError && error.errno === notVerified) lacksVerification.set(true)
  })
}
