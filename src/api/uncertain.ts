import { ApiError } from './api-error.ts'

const inProgress = 409

/**
 * True where nobody knows what became of a command. A rejection by a rule is an answer; everything that can happen on
 * the way is not. `wasSent`: the command was sent before, and its answer is owed. Then what turns a caller away at the
 * door (a dead session, too many requests, an app that is too old) says nothing of that first time; only a rule does,
 * with the status 200 (protocol/errors).
 */
export function isUncertain(failure: unknown, wasSent = false): boolean {
  if (!(failure instanceof ApiError)) return true
  if (wasSent && failure.http !== 200) return true
  return (
    failure.kind !== 'rejected' || failure.http >= 500 || failure.http === inProgress || failure.errno === inProgress
  )
}
