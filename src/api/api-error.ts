import type { SessionEnd } from '#protocol/auth.ts'

/**
 * How a call ended without an answer:
 * - `rejected`: our server answered with an errno other than 0;
 * - `network`: no connection, or one that broke; nobody knows whether the request arrived;
 * - `notOurs`: something answered, but not our server (a captive portal, a proxy);
 * - `timeout`: no answer within 60 s;
 * - `aborted`: the caller aborted, or an identical request was under way;
 * - `unreadable`: our server answered errno 0, and this client can't parse the rest.
 */
export type Failure = 'rejected' | 'network' | 'notOurs' | 'timeout' | 'aborted' | 'unreadable'

interface Details {
  /** The body's errno, 0 where there was none. */
  errno?: number
  /** The HTTP status: 0 where there was none, 300 for any redirect, because browsers hide its status. */
  http?: number
  /** Milliseconds the server asked to wait. */
  retryAfter?: number | undefined
  data?: unknown
  cause?: unknown
}

/**
 * The one error class of all calls (specification 8). For `rejected`, `message` is the server's `errmsg`, in the
 * caller's language.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: Failure
  readonly errno: number
  readonly http: number
  readonly retryAfter: number | undefined
  /** The data of a rejection, not parsed: for a conflict, the server's version. */
  readonly data: unknown

  constructor(kind: Failure, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.errno = details.errno ?? 0
    this.http = details.http ?? 0
    this.retryAfter = details.retryAfter
    this.data = details.data
  }
}

/** True where the session is over: errno 401 or 501, or 503 in the body of a failed request (specification 8). */
export function saysSignedOut(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'rejected') return false
  return error.errno === 401 || error.errno === 501 || (error.errno === 503 && error.http >= 300)
}

/** True where the session is over because the member's account was deleted. */
export function saysAccountDeleted(error: unknown): boolean {
  return saysSignedOut(error) && ((error as ApiError).data as Partial<SessionEnd> | null)?.isAccountDeleted === true
}

/** True where our server answered; a rejection is an answer too. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'rejected' || error.kind === 'unreadable')
}

/** The message of the error for a duplicate of a request in flight (specification 4 and 8). */
export const duplicateMessage = 'request:fail abort'
