import { describe, expect, test } from 'vitest'
import type { Command } from '#src/outbox/command.ts'
import { lanesOf, nextIn } from '#src/outbox/lanes.ts'
import { commandLike } from '#tests/support/command-like.ts'

const now = 1_000_000
const row = (seq: number, change: Partial<Command> = {}) =>
  commandLike({ id: `c${seq}`, seq, lane: 'income', ...change })
const next = (rows: Command[], ignoreBackoff = false) => {
  const step = nextIn('income', rows, now, ignoreBackoff)
  return 'command' in step ? `${step.kind} ${step.command.id}` : step.kind
}

describe('a lane', () => {
  test('sends first what was done first', () => {
    expect(next([row(1), row(2)])).toBe('send c1')
    expect(next([row(1, { state: 'applied' }), row(2)])).toBe('send c2')
  })

  test.each(['inflight', 'awaitingSignIn', 'needsUpdate'] as const)('waits behind a command that is %s', (state) => {
    expect(next([row(1, { state }), row(2)])).toBe('idle')
  })

  test.each(['rejected', 'quarantined', 'conflict', 'cancelled'] as const)(
    'goes past a command that is %s',
    (state) => {
      expect(next([row(1, { state }), row(2)])).toBe('send c2')
    },
  )

  test('does not wait for another lane', () => {
    expect(next([row(1, { lane: 'addresses', state: 'inflight' }), row(2)])).toBe('send c2')
    expect(lanesOf([row(1, { lane: 'addresses' }), row(2)])).toEqual(['addresses', 'income'])
  })

  test('waits out a back-off, unless it was for the network and the network may be back', () => {
    const offline = row(1, { waiting: { until: now + 5000, why: 'network' } })
    const told = row(1, { waiting: { until: now + 5000, why: 'tooMany' } })
    expect(nextIn('income', [offline, row(2)], now, false)).toEqual({ kind: 'wait', until: now + 5000 })
    expect(next([offline], true)).toBe('send c1')
    expect(next([told], true)).toBe('wait')
  })

  test('holds back what depends on a command until that one was applied', () => {
    const after = row(2, { dependsOn: 'c1' })
    expect(next([row(1, { state: 'quarantined' }), after, row(3)])).toBe('send c3')
    expect(next([row(1, { lane: 'addresses' }), after])).toBe('idle')
    expect(next([row(1, { state: 'applied' }), after])).toBe('send c2')
    expect(next([after]), 'applied long ago').toBe('send c2')
  })

  test.each(['rejected', 'cancelled'] as const)('gives up what depends on a command that is %s', (state) => {
    expect(next([row(1, { state }), row(2, { dependsOn: 'c1' })])).toBe('orphaned c2')
  })

  test('holds back further edits of an address whose edit is in dispute, and no others', () => {
    const disputed = row(1, { state: 'conflict', entityKey: 'address 1' })
    expect(next([disputed, row(2, { entityKey: 'address 1' }), row(3, { entityKey: 'address 2' })])).toBe('send c3')
  })
})
