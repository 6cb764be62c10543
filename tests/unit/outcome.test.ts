import { describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { ApiError, type Failure } from '#src/api/api-error.ts'
import { failed, succeeded } from '#src/outbox/outcome.ts'
import { backOff, isDue, longestBackOffMs, longestRetryAfterMs, switchedOffBackOff } from '#src/outbox/retry.ts'
import { commandLike } from '#tests/support/command-like.ts'

const circumstances = { owner: 'me', now: 1000, random: () => 0.5, appCode: 1709 }
const after = (failure: unknown) => failed(commandLike({ attempt: 1 }), failure, circumstances)
const refused = (code: ErrorCode, retryAfter?: number) =>
  new ApiError('rejected', 'why', { ...errors[code], retryAfter })
const status = (http: number) => new ApiError('rejected', 'why', { errno: http, http })

describe('an answer', () => {
  test('errno 0 is applied, with what the server said', () => {
    expect(succeeded({ points: 5 }, 7)).toEqual({
      kind: 'applied',
      reply: { errno: 0, message: '', data: { points: 5 } },
      at: 7,
    })
  })

  test('errno 0 with an answer this version cannot read is applied all the same', () => {
    expect(after(new ApiError('unreadable', 'points: must be a number'))).toMatchObject({ kind: 'applied' })
  })
})

describe('a failure', () => {
  test.each<[Failure, string]>([
    ['network', 'network'],
    ['timeout', 'timeout'],
    ['notOurs', 'notOurs'],
    ['aborted', 'busy'],
  ])('%s is tried again', (kind, why) => {
    expect(after(new ApiError(kind, ''))).toMatchObject({ kind: 'failed', why, owner: 'me' })
  })

  test.each([408, 409, 425, 429, 500, 502, 503, 504])('HTTP %i is tried again', (http) => {
    expect(after(new ApiError('rejected', '', { errno: 1503, http }))).toMatchObject({ kind: 'failed' })
  })

  test.each([400, 404, 413, 422])('HTTP %i needs attention', (http) => {
    expect(after(status(http))).toMatchObject({ kind: 'quarantined', reply: { errno: http, http } })
  })

  test.each<[string, ApiError, string]>([
    ['our server', status(413), 'why'],
    ['a proxy, which has no words for the member', new ApiError('notOurs', 'not our server', { http: 413 }), ''],
  ])('bytes that are too many are refused, also by %s', (_, failure, message) => {
    const upload = commandLike({ attempt: 1, body: new Uint8Array([1]) })
    const reply = { errno: 413, http: 413, message }
    expect(failed(upload, failure, circumstances)).toMatchObject({ kind: 'rejected', reply })
  })

  test('the reply keeps the language in which the server was asked to say why', () => {
    const reply = { message: 'why', language: 'th' }
    expect(failed(commandLike({}), refused('points_insufficient'), { ...circumstances, language: 'th' })).toMatchObject(
      { kind: 'rejected', reply },
    )
  })

  test('a call that the server has not built needs attention, though it is a 5xx', () => {
    expect(after(refused('not_built'))).toMatchObject({ kind: 'quarantined' })
  })

  test.each([401, 501])('errno %i asks for a sign-in', (errno) => {
    expect(after(new ApiError('rejected', '', { errno, http: 200 }))).toEqual({ kind: 'signInNeeded', owner: 'me' })
  })

  test('426 asks for an update that is newer than this app', () => {
    expect(after(refused('update_required'))).toEqual({ kind: 'updateNeeded', minCode: 1710 })
  })

  test('an address that was changed meanwhile is a conflict', () => {
    expect(after(refused('changed_meanwhile'))).toMatchObject({ kind: 'conflict' })
  })

  test.each<ErrorCode>(['already_signed', 'nothing_to_claim', 'redeem_wrong', 'permission_denied'])(
    '%s is rejected, with the reason',
    (code) => {
      expect(after(refused(code))).toEqual({
        kind: 'rejected',
        reply: { errno: errors[code].errno, http: errors[code].http, message: 'why' },
        at: 1000,
      })
    },
  )

  test('a feature that is switched off is tried again after half an hour at the earliest, an hour at the latest', () => {
    const until = 1000 + 0.75 * longestRetryAfterMs
    expect(after(refused('switched_off'))).toEqual({ kind: 'failed', owner: 'me', why: 'switchedOff', until })
    expect(switchedOffBackOff(() => 0)).toBe(longestRetryAfterMs / 2)
    expect(isDue(1000 + switchedOffBackOff(() => 0.999), 1000), 'as long as a wait may be').toBe(false)
  })

  test('a foreground command of a feature that is switched off is rejected: nothing was done', () => {
    const pay = commandLike({ delivery: 'foreground', attempt: 1 })
    expect(failed(pay, refused('switched_off'), circumstances)).toMatchObject({ kind: 'rejected' })
  })

  test('an errno of a newer server is rejected, not retried for ever', () => {
    expect(after(new ApiError('rejected', 'new', { errno: 9999, http: 200 }))).toMatchObject({ kind: 'rejected' })
  })

  test('a fault of our own is tried again, and says so', () => {
    expect(after(new TypeError('oops'))).toMatchObject({ kind: 'failed', why: 'unexpected' })
  })

  test('Retry-After is honoured', () => {
    expect(after(refused('too_many_requests', 40_000))).toMatchObject({ kind: 'failed', why: 'tooMany', until: 41_000 })
  })
})

describe('back-off', () => {
  test('doubles from a second to five minutes', () => {
    const waits = [1, 2, 3, 4, 9, 10, 50, 5000].map((attempt) => backOff(attempt, () => 1))
    expect(waits).toEqual([1000, 2000, 4000, 8000, 256_000, longestBackOffMs, longestBackOffMs, longestBackOffMs])
  })

  test('is spread over its second half', () => {
    expect(backOff(3, () => 0)).toBe(2000)
    expect(backOff(3, () => 0.5)).toBe(3000)
  })

  test('a server cannot silence us for longer than an hour', () => {
    expect(backOff(1, () => 1, 365 * 24 * longestRetryAfterMs)).toBe(longestRetryAfterMs)
  })

  test('a wait that a turned clock has made endless is over', () => {
    expect(isDue(1000, 999)).toBe(false)
    expect(isDue(1000, 1000)).toBe(true)
    expect(isDue(365 * 24 * 60 * 60_000, 0)).toBe(true)
  })
})
