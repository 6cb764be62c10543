import { ApiError } from '../api/api-error.ts'
import { errnoOf, type OwnReason } from '../lib/own-reasons.ts'
import type { Reply } from './command.ts'

/** A reply that the outbox itself stores with a command. */
export function ownReply(reason: OwnReason): Reply {
  return { errno: errnoOf(reason), message: '' }
}

/** The error that a screen shows for a stored rejection. */
export function errorOf({ errno, message, http = 200, data }: Reply): ApiError {
  return new ApiError('rejected', message, { errno, http, data })
}
