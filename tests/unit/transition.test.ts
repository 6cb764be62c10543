import { describe, expect, test } from 'vitest'
import type { Command, State } from '#src/outbox/command.ts'
import { transition, type Event } from '#src/outbox/transition.ts'
import { commandLike } from '#tests/support/command-like.ts'

const lease = { owner: 'me', until: 75_000 }
const reply = { errno: 0, message: '' }
const at = 1000

const rows: { when: string; from: Partial<Command>; event: Event; to: Partial<Command> }[] = [
  {
    when: 'claimed with a lease',
    from: { state: 'queued', attempt: 0 },
    event: { kind: 'claimed', lease },
    to: { state: 'inflight', attempt: 1, lease },
  },
  {
    when: 'its sender is still at it',
    from: { state: 'inflight', attempt: 1, lease },
    event: { kind: 'renewed', lease: { ...lease, until: 100_000 } },
    to: { state: 'inflight', attempt: 1, lease: { ...lease, until: 100_000 } },
  },
  {
    when: 'our reply, errno 0',
    from: { state: 'inflight', lease },
    event: { kind: 'applied', reply, at },
    to: { state: 'applied', lease: null, reply, settledAt: at },
  },
  {
    when: 'the network failed',
    from: { state: 'inflight', attempt: 1, lease },
    event: { kind: 'failed', owner: 'me', why: 'network', until: 2000 },
    to: { state: 'queued', id: 'id', attempt: 1, lease: null, waiting: { until: 2000, why: 'network' } },
  },
  {
    when: 'crash, lease over',
    from: { state: 'inflight', attempt: 1, lease },
    event: { kind: 'abandoned', at },
    to: { state: 'queued', id: 'id', attempt: 1, lease: null, waiting: { until: at, why: 'interrupted' } },
  },
  {
    when: 'errno 401 and refresh failed',
    from: { state: 'inflight', lease },
    event: { kind: 'signInNeeded', owner: 'me' },
    to: { state: 'awaitingSignIn', lease: null },
  },
  { when: 'signed in again', from: { state: 'awaitingSignIn' }, event: { kind: 'signedIn' }, to: { state: 'queued' } },
  {
    when: 'any other errno',
    from: { state: 'inflight', lease },
    event: { kind: 'rejected', reply, at },
    to: { state: 'rejected', reply, lease: null, settledAt: at },
  },
  {
    when: 'confirmed, and no longer known to a server that was restored from a backup',
    from: { state: 'applied', attempt: 1, reply, settledAt: at },
    event: { kind: 'lost' },
    to: { state: 'lost', id: 'id', attempt: 1 },
  },
  {
    when: 'lost by the server and sent again by the member',
    from: { state: 'lost', attempt: 1, reply, settledAt: at },
    event: { kind: 'retriedByHand' },
    to: { state: 'queued', id: 'id', attempt: 1, reply: undefined, settledAt: undefined },
  },
  {
    when: 'changed meanwhile',
    from: { state: 'inflight', lease },
    event: { kind: 'conflict', reply, at },
    to: { state: 'conflict', reply, lease: null },
  },
  {
    when: '400, 413, 422, unknown call',
    from: { state: 'inflight', lease },
    event: { kind: 'quarantined', reply, at },
    to: { state: 'quarantined', reply, lease: null },
  },
  {
    when: '426',
    from: { state: 'inflight', lease },
    event: { kind: 'updateNeeded', minCode: 1710 },
    to: { state: 'needsUpdate', minCode: 1710, lease: null },
  },
  { when: 'updated', from: { state: 'needsUpdate' }, event: { kind: 'updated' }, to: { state: 'queued' } },
  {
    when: 'cancelled, never attempted',
    from: { state: 'queued', attempt: 0 },
    event: { kind: 'cancelled', at },
    to: { state: 'cancelled' },
  },
  {
    when: 'cancelled, its feature switched off',
    from: { state: 'queued', attempt: 2, waiting: { until: 90_000, why: 'switchedOff' } },
    event: { kind: 'cancelled', at },
    to: { state: 'cancelled', waiting: undefined, settledAt: at },
  },
  {
    when: 'retried by hand',
    from: { state: 'queued', attempt: 3, waiting: { until: 90_000, why: 'server' } },
    event: { kind: 'retriedByHand' },
    to: { state: 'queued', attempt: 3, waiting: { until: 0, why: 'server' } },
  },
  {
    when: 'taken out of quarantine by hand',
    from: { state: 'quarantined', reply, settledAt: at },
    event: { kind: 'retriedByHand' },
    to: { state: 'queued', reply: undefined, settledAt: undefined },
  },
]

describe('the state table', () => {
  test.each(rows)('$from.state to $to.state: $when', ({ from, event, to }) => {
    expect(transition(commandLike(from), event)).toMatchObject(to)
  })

  test.each(rows)('the id and the arguments stay: $when', ({ from, event }) => {
    const before = commandLike(from)
    const { id, args, seq, uid, madeAt } = transition(before, event)!
    expect({ id, args, seq, uid, madeAt }).toEqual({
      id: before.id,
      args: before.args,
      seq: before.seq,
      uid: before.uid,
      madeAt: before.madeAt,
    })
  })
})

describe('what must not happen', () => {
  test('a command that was sent cannot be cancelled: the server may have it', () => {
    for (const command of [
      { state: 'queued', attempt: 1 },
      { state: 'queued', attempt: 2, waiting: { until: 0, why: 'network' } },
      { state: 'inflight', attempt: 2, waiting: { until: 0, why: 'switchedOff' } },
    ] as const)
      expect(transition(commandLike(command), { kind: 'cancelled', at })).toBeUndefined()
  })

  test('a foreground command that the server lost is not sent again by itself', () => {
    const lost = commandLike({ state: 'lost', delivery: 'foreground', attempt: 1 })
    expect(transition(lost, { kind: 'retriedByHand' })).toBeUndefined()
  })

  test('bytes are dropped with the word of the server, and what lost them is not sent again', () => {
    const body = new Uint8Array([1])
    const sent = commandLike({ state: 'inflight', attempt: 1, lease, body })
    for (const kind of ['applied', 'rejected'] as const)
      expect(transition(sent, { kind, reply, at })).toMatchObject({ body: undefined, isBodyDropped: true })
    expect(transition(sent, { kind: 'quarantined', reply, at })).toMatchObject({ body })
    expect(transition(sent, { kind: 'failed', owner: 'me', why: 'network', until: 2 })).toMatchObject({ body })
    expect(transition(commandLike({ body }), { kind: 'cancelled', at })).toMatchObject({ body: undefined })
    const lost = commandLike({ state: 'lost', delivery: 'background', attempt: 1, isBodyDropped: true })
    expect(transition(lost, { kind: 'retriedByHand' })).toBeUndefined()
  })

  test('a drainer that lost its claim cannot put the command back', () => {
    const taken = commandLike({ state: 'inflight', lease: { owner: 'another', until: 1 } })
    expect(transition(taken, { kind: 'failed', owner: 'me', why: 'network', until: 1 })).toBeUndefined()
    expect(transition(taken, { kind: 'signInNeeded', owner: 'me' })).toBeUndefined()
    expect(transition(taken, { kind: 'renewed', lease })).toBeUndefined()
  })

  test('what the server said is believed though the claim was lost', () => {
    const taken = commandLike({ state: 'inflight', lease: { owner: 'another', until: 1 } })
    expect(transition(taken, { kind: 'applied', reply, at })?.state).toBe('applied')
    expect(transition(commandLike({ state: 'queued', attempt: 1 }), { kind: 'applied', reply, at })?.state).toBe(
      'applied',
    )
  })

  test.each<State>([
    'inflight',
    'applied',
    'rejected',
    'conflict',
    'quarantined',
    'needsUpdate',
    'awaitingSignIn',
    'cancelled',
  ])('a command that is %s is not claimed', (state) => {
    expect(transition(commandLike({ state }), { kind: 'claimed', lease })).toBeUndefined()
  })

  const others = rows.map((row) => row.event).filter((event) => event.kind !== 'lost')
  test.each(others)('an applied command stays applied: $kind', (event) => {
    expect(transition(commandLike({ state: 'applied' }), event)).toBeUndefined()
  })
})
