import { expect, test } from 'vitest'
import type { TimeDeposit } from '#protocol/deposits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { runningFirst } from '#src/features/wallet/deposit/deposit-list.tsx'
import { wayOutOf } from '#src/features/wallet/deposit/deposit-way-out.ts'

const end = '2026-11-20T06:00:00.000Z'
const at = Date.parse(end)

test('a deposit is due from its very end on, and early before', () => {
  expect([at - 1, at, at + 1].map((now) => wayOutOf(end, now, undefined))).toEqual(['early', 'due', 'due'])
})

test('where the server says that less would be paid, it is early whatever this clock says; another refusal changes nothing', () => {
  const refused = (errno: number) => new ApiError('rejected', 'No.', { errno, http: 200 })
  expect(wayOutOf(end, at + 1, refused(1706))).toBe('earlyAfterAll')
  expect(wayOutOf(end, at + 1, refused(1761))).toBe('due')
  expect(wayOutOf(end, at + 1, new Error('lost'))).toBe('due')
})

test('running deposits come first, the soonest to end before the others; one that is on two pages is shown as it is now', () => {
  const deposit = (id: string, state: TimeDeposit['state'], maturesAt = end) =>
    ({ id, state, maturesAt }) as TimeDeposit
  const listed = [
    deposit('new', 'matured'),
    deposit('year', 'running', '2027-11-20T06:00:00.000Z'),
    deposit('ended meanwhile', 'running'),
    deposit('month', 'running', '2026-12-20T06:00:00.000Z'),
    deposit('ended meanwhile', 'matured'),
    deposit('old', 'withdrawn'),
  ]
  expect(runningFirst(listed).map((it) => `${it.id}: ${it.state}`)).toEqual([
    'month: running',
    'year: running',
    'new: matured',
    'ended meanwhile: matured',
    'old: withdrawn',
  ])
})
