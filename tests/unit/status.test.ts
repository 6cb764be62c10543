import { expect, test } from 'vitest'
import type { Command } from '#src/outbox/command.ts'
import { confirmedLate, statusOf } from '#src/shell/status.ts'

const command = (change: Partial<Command>): Command => ({
  v: 1,
  id: 'a',
  lane: 'check-in',
  call: 'game/sign',
  args: {},
  uid: 'm',
  madeAt: '2026-11-20T00:00:00.000Z',
  seq: 1,
  state: 'queued',
  attempt: 0,
  lease: null,
  minCode: 0,
  ...change,
})
const held = command({ waiting: { until: 1, why: 'network' }, attempt: 1 })
const situation = (commands: Command[], isOnline = true, isStorageLost = false) =>
  statusOf({ commands, isOnline, isStorageLost })

test('says nothing while all is well', () => {
  expect(situation([])).toBeUndefined()
  expect(situation([command({ state: 'inflight', attempt: 1 }), command({ state: 'applied' })])).toBeUndefined()
})

test('says the most urgent thing first', () => {
  const rows = [held]
  expect(situation(rows)).toEqual({ kind: 'waiting', count: 1 })
  expect(situation(rows, false)).toEqual({ kind: 'offline', count: 1 })
  rows.push(command({ id: 'b', state: 'needsUpdate' }))
  expect(situation(rows, false)).toEqual({ kind: 'update', count: 1 })
  rows.push(command({ id: 'c', state: 'awaitingSignIn' }), command({ id: 'd', state: 'awaitingSignIn' }))
  expect(situation(rows, false)).toEqual({ kind: 'signIn', count: 2 })
  rows.push(command({ id: 'e', state: 'quarantined' }))
  expect(situation(rows, false)).toEqual({ kind: 'attention', count: 1 })
  expect(situation(rows, false, true)).toEqual({ kind: 'lost' })
})

test('offline without anything to send is still said', () => {
  expect(situation([], false)).toEqual({ kind: 'offline', count: 0 })
})

test('a confirmation is news where the command had been held up, and only once', () => {
  const applied = { ...held, state: 'applied' as const, waiting: undefined }
  expect(confirmedLate([held], [applied])).toBe(1)
  expect(confirmedLate([applied], [applied])).toBe(0)
  expect(confirmedLate([command({ state: 'inflight', attempt: 1 })], [command({ state: 'applied', attempt: 1 })])).toBe(
    0,
  )
  expect(confirmedLate([held], [{ ...held, state: 'rejected' }])).toBe(0)
})
