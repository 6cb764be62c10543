import type { ErrorCode, ErrorParams } from '#protocol/errors.ts'

/**
 * A call is refused: nothing it did is kept, and the caller gets the code's message in their language.
 * With `keepEffect` what was done so far stays (a counted wrong attempt must survive its own refusal).
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly keepEffect: boolean
  /** What the call declares to come with it; parsed before it leaves. */
  readonly data: unknown
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    more: { keepEffect?: boolean; data?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(code)
    this.name = 'DomainError'
    this.code = code
    this.params = params
    this.keepEffect = more.keepEffect ?? false
    this.data = more.data ?? null
    this.retryAfter = more.retryAfter
  }
}
