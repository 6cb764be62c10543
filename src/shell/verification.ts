import { ApiError } from '../api/api-error.ts'
import { onOutcome } from '../api/api.ts'
import { createSignal } from '../lib/signal.ts'

/** Our own server never answers it; another operator's may (specification 8). */
const notVerified = 524

/** Whether a call was rejected because the member isn't verified, and the dialog hasn't said so yet. */
export const lacksVerification = createSignal(false)

/** To be called before the first call: its answer may come before the dialog is loaded. */
export function watchVerification(): void {
  onOutcome((error) => {
    if (error instanceof ApiError && error.errno === notVerified) lacksVerification.set(true)
  })
}
