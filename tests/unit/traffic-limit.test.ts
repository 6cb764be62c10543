import { expect, test } from 'vitest'
import { createTrafficLimit } from '#server/http/limits.ts'

test('a caller has a burst, then so many a second; another caller is not held up', () => {
  let now = 0
  const limit = createTrafficLimit({ now: () => now }, 3, 2)
  for (let request = 0; request < 3; request += 1) limit('one')
  expect(() => limit('one')).toThrow('too_many_requests')
  limit('other')

  now += 500
  limit('one')
  expect(() => limit('one')).toThrow('too_many_requests')

  now += 3_600_000
  for (let request = 0; request < 3; request += 1) limit('one')
  expect(() => limit('one')).toThrow('too_many_requests')
})

test('a crowd of other callers does not give a busy one its burst back', () => {
  const limit = createTrafficLimit({ now: () => 0 }, 20, 1)
  for (let request = 0; request < 20; request += 1) {
    limit('busy')
    for (let caller = 0; caller < 1000; caller += 1) limit(`${request}.${caller}`)
  }
  expect(() => limit('busy')).toThrow('too_many_requests')
})
