import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { settle } from '#src/outbox/settle.ts'
import type { Event } from '#src/outbox/transition.ts'
import { commandLike } from '#tests/support/command-like.ts'

/** When a lost outcome is asked for again after this failure: milliseconds from now. */
async function waitAfter(failure: unknown): Promise<number> {
  const events: Event[] = []
  const ports = { uid: 'A', clock: { now: () => 1000 }, random: () => 0, outcomesOf: () => Promise.reject(failure) }
  await settle(ports, [commandLike({ delivery: 'foreground', state: 'unknown' })], async (_, event) => {
    events.push(event)
  })
  const [event] = events
  if (event?.kind !== 'checked') throw new Error('nothing is noted')
  return event.until - 1000
}

test('a lost outcome is asked for no sooner than the server wants', async () => {
  expect(await waitAfter(new ApiError('network', 'cut'))).toBe(500)
  expect(await waitAfter(new ApiError('rejected', 'too many', { errno: 429, http: 429, retryAfter: 90_000 }))).toBe(
    90_000,
  )
})
