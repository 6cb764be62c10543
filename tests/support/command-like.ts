import type { Command } from '#src/outbox/command.ts'

/** A queued check-in, changed as told. */
export function commandLike(change: Partial<Command> = {}): Command {
  return {
    v: 1,
    id: 'id',
    delivery: 'background',
    lane: 'check-in',
    call: 'game/sign',
    args: { madeAt: '2026-11-20T00:00:00.000Z' },
    uid: 'A',
    madeAt: '2026-11-20T00:00:00.000Z',
    seq: 1,
    state: 'queued',
    attempt: 0,
    lease: null,
    minCode: 1709,
    ...change,
  }
}
