import { errors } from '#protocol/errors.ts'
import { ApiError } from '../api/api-error.ts'
import { isPasskeyNotUsed } from '../lib/passkey-not-used.ts'

/**
 * True where the transaction password or the passkey was rejected, or no passkey was used. The server stores no such
 * outcome, so other digits may follow.
 */
export function concernsPassword(failure: unknown): boolean {
  if (isPasskeyNotUsed(failure)) return true
  const errno = failure instanceof ApiError ? failure.errno : 0
  return passwordErrnos.has(errno)
}

const passwordErrnos: ReadonlySet<number> = new Set([
  errors.transaction_password_wrong.errno,
  errors.passkey_wrong.errno,
  errors.transaction_password_missing.errno,
  errors.transaction_password_needed.errno,
  errors.attempts_exhausted.errno,
])
