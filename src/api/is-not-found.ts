import { errors } from '#protocol/errors.ts'
import { ApiError } from './api-error.ts'

/** The server knows nothing by that id, or nothing of the member's: asking again would not help. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'rejected' && error.errno === errors.not_found.errno
}
