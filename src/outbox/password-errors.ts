import { errors } from '#protocol/errors.ts'
import { ApiError } from '../api/api-error.ts'

/** True where the transaction password was rejected. The server stores no such outcome, so other digits may follow. */
export function concernsPassword(failure: unknown): boolean {
  const errno = failure instanceof ApiError ? failure.errno : 0
  return passwordErrnos.has(errno)
}

const passwordErrnos: ReadonlySet<number> = new Set([
  errors.transaction_password_wrong.errno,
  errors.transaction_password_missing.errno,
  errors.transaction_password_needed.errno,
  errors.attempts_exhausted.errno,
])
