import { codeOf, errors } from '#protocol/errors.ts'
import { ApiError, saysSignedOut } from '../api/api-error.ts'
import type { Command, Reply, Why } from './command.ts'
import { backOff, switchedOffBackOff } from './retry.ts'
import type { Event } from './transition.ts'

/** Circumstances on which the outcome depends besides the reply. */
export interface Circumstances {
  owner: string
  now: number
  random: () => number
  /** Version code of this app. */
  appCode: number
  /** In which the server was asked to reply. */
  language?: string | undefined
}

/** Errno 0 of our server. */
export function succeeded(answer: unknown, now: number): Event {
  return { kind: 'applied', reply: { errno: 0, message: '', data: answer }, at: now }
}

/** Why nobody knows what became of a command. */
export function whyOf(failure: unknown): Why {
  if (!(failure instanceof ApiError)) return 'unexpected'
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'notOurs':
      return failure.kind
    case 'aborted':
      return 'busy'
    case 'unreadable':
      return 'unexpected'
    case 'rejected':
      return failure.http === 429 ? 'tooMany' : failure.http >= 500 ? 'server' : 'busy'
  }
}

/** The event that a failed attempt is to its command (docs/offline.md, "States"). Never throws. */
export function failed(command: Command, failure: unknown, at: Circumstances): Event {
  if (!(failure instanceof ApiError)) return again(command, 'unexpected', at)
  // Whoever says so, a proxy before our server too: the same bytes stay too many.
  if (command.body && failure.http === errors.body_too_large.http) {
    const message = failure.kind === 'rejected' ? failure.message : ''
    return { kind: 'rejected', reply: { ...errors.body_too_large, message, language: at.language }, at: at.now }
  }
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'notOurs':
      return again(command, failure.kind, at, failure)
    case 'aborted':
      return again(command, 'busy', at)
    case 'unreadable':
      // The server did it; this version can't read the answer.
      return succeeded(undefined, at.now)
    case 'rejected':
      return rejectedBy(command, failure, at)
  }
}

function rejectedBy(command: Command, failure: ApiError, at: Circumstances): Event {
  const { errno, http, message, data } = failure
  const reply: Reply = { errno, message, http, language: at.language }
  if (saysSignedOut(new ApiError('rejected', message, { errno, http })))
    return { kind: 'signInNeeded', owner: at.owner }
  if (errno === 426 || http === 426) return { kind: 'updateNeeded', minCode: at.appCode + 1 }
  // Before the 5xx: a call that the server doesn't have is a 404 or a 501, and repeating it changes nothing.
  if (quarantining.has(errno) || quarantining.has(http)) return { kind: 'quarantined', reply, at: at.now }
  if (http === 429 || errno === 429) return again(command, 'tooMany', at, failure)
  if (http === 408 || http === 409 || http === 425) return again(command, 'busy', at, failure)
  if (http >= 500) return again(command, 'server', at, failure)
  // The server keeps nothing under its key: it takes the command once the feature is back. A foreground command ends
  // here, because nothing was done and the member looks on.
  if (codeOf(errno) === 'switched_off' && command.delivery === 'background')
    return { kind: 'failed', owner: at.owner, why: 'switchedOff', until: at.now + switchedOffBackOff(at.random) }
  if (codeOf(errno) === 'changed_meanwhile') return { kind: 'conflict', reply: { ...reply, data }, at: at.now }
  return { kind: 'rejected', reply, at: at.now }
}

const quarantining = new Set([400, 404, 413, 422, 501, 1901])

function again(command: Command, why: Why, at: Circumstances, failure?: ApiError): Event {
  const until = at.now + backOff(command.attempt, at.random, failure?.retryAfter)
  return { kind: 'failed', owner: at.owner, why, until, http: failure?.http }
}
