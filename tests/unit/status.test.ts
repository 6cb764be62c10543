import { expect, test } from 'vitest'
import type { Command } from '#src/outbox/command.ts'
import { confirmedLate, statusOf } from '#src/shell/status.ts'

const command = (change: Partial<Command>): Command => ({
  v: 1,
  id: 'a',
  delivery: 'background',
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
  statusOf({ commands, isSignedIn: true, isOnline, responseDelay: 'none', isStorageLost })

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
  expect(situation(rows, false)).toEqual({ kind: 'signIn', count: 4 })
  rows.push(command({ id: 'e', state: 'quarantined' }))
  expect(situation(rows, false)).toEqual({ kind: 'attention', count: 1 })
  expect(situation(rows, false, true)).toEqual({ kind: 'lost' })
})

test('who must sign in hears of everything that waits for it, also behind the refused one in its lane', () => {
  const rows = [command({ state: 'awaitingSignIn' }), command({ id: 'b' }), command({ id: 'c' }), command({ id: 'd' })]
  expect(situation(rows)).toEqual({ kind: 'signIn', count: 4 })
})

test('signed out nothing is promised to be sent: what waits, waits for signing in', () => {
  const rows = [held, command({ id: 'b' }), command({ id: 'c', state: 'applied' })]
  const out = { isSignedIn: false, responseDelay: 'none' as const, isStorageLost: false }
  for (const isOnline of [true, false])
    expect(statusOf({ ...out, commands: rows, isOnline })).toEqual({ kind: 'suspended', count: 2 })
  expect(statusOf({ ...out, commands: [], isOnline: false })).toEqual({ kind: 'offline', count: 0 })
})

test('offline without anything to send is still said', () => {
  expect(situation([], false)).toEqual({ kind: 'offline', count: 0 })
})

test('a server that answers nothing is told while the line counts as online, before what waits for it', () => {
  const silent = { commands: [held], isSignedIn: true, responseDelay: 'noAnswer' as const, isStorageLost: false }
  expect(statusOf({ ...silent, isOnline: true })).toEqual({ kind: 'responseDelay', delay: 'noAnswer' })
  expect(statusOf({ ...silent, isOnline: false })).toEqual({ kind: 'offline', count: 1 })
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

test('an unknown outcome is said wherever the member is, with or without a network', () => {
  const rows = [held, command({ id: 'b', delivery: 'foreground', lane: undefined, state: 'unknown', attempt: 1 })]
  for (const isOnline of [true, false]) expect(situation(rows, isOnline)).toEqual({ kind: 'unknown', count: 1 })
})

test('a payment that is being sent is no saved action that will be sent later', () => {
  const payment = command({ id: 'p', delivery: 'foreground', lane: undefined, state: 'inflight', attempt: 1 })
  expect(situation([payment])).toBeUndefined()
  expect(situation([payment], false)).toEqual({ kind: 'unknown', count: 1 })
  expect(situation([payment, held, command({ id: 'b', state: 'awaitingSignIn' })])).toEqual({
    kind: 'signIn',
    count: 2,
  })
  const out = { isSignedIn: false, isOnline: true, responseDelay: 'none' as const, isStorageLost: false }
  expect(statusOf({ ...out, commands: [payment] })).toBeUndefined()
  expect(statusOf({ ...out, commands: [payment, held] })).toEqual({ kind: 'suspended', count: 1 })
})

test('a device without space for what is saved is told of it, while something is saved', () => {
  const full = { isSignedIn: true, responseDelay: 'none' as const, isStorageLost: false, isOutOfSpace: true }
  for (const isOnline of [true, false])
    expect(statusOf({ ...full, commands: [command({})], isOnline })).toEqual({ kind: 'outOfSpace', count: 1 })
  expect(statusOf({ ...full, commands: [command({ state: 'applied' })], isOnline: true })).toBeUndefined()
})
