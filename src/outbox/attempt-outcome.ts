import { errors } from '#protocol/errors.ts'
import type { Answer, Call } from '#protocol/call.ts'
import { ApiError } from '../api/api-error.ts'
import { isUncertain } from '../api/uncertain.ts'

/** What became of an attempt: `done`, `refused` by a rule, `notArrived` at all, or still `unknown`. */
export type Outcome<C extends Call> = { is: 'done'; answer: Answer<C> } | Undone
type Undone = { is: 'refused'; failure: unknown } | { is: 'notArrived' } | { is: 'unknown' }

/** How long a request may be under way before "it is not there" is believed. Milliseconds. */
export const settledMs = 15_000

/** What the failure of asking once more says of an attempt that was last sent `age` milliseconds ago. */
export function outcomeOf(failure: unknown, age: number): Undone {
  if (isUncertain(failure, true)) return { is: 'unknown' }
  if (!lacksProof(failure)) return { is: 'refused', failure }
  // A clock that was set back must not make it wait for ever.
  return age >= settledMs || age < 0 ? { is: 'notArrived' } : { is: 'unknown' }
}

function lacksProof(failure: unknown): boolean {
  const errno = failure instanceof ApiError ? failure.errno : 0
  return errno === errors.transaction_password_needed.errno || errno === errors.transaction_password_missing.errno
}
