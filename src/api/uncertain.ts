import { ApiError } from './api-error.ts'

const inProgress = 409

/**
 * True where nobody knows what became of a command. A rejection by a business rule is an answer; a failure on the way
 * is none. `wasSent`: the command was sent before, and that answer was lost. A rejection before the rules (session
 * over, too many requests, app too old) then says nothing about the first request. Only a business rule's does, which
 * has status 200 (protocol/errors.ts).
 */
export function isUncertain(failure: unknown, wasSent = false): boolean {
  if (!(failure instanceof ApiError)) return true
  if (wasSent && failure.http !== 200) return true
  return (
    failure.kind !== 'rejected' || failure.http >= 500 || failure.http === inProgress || failure.errno === inProgress
  )
}
