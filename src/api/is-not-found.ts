import { errors } from '#protocol/errors.ts'
import { ApiError } from './api-error.ts'

/** The server has nothing with that id, or nothing that belongs to the member: a retry would not help. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'rejected' && error.errno === errors.not_found.errno
}
