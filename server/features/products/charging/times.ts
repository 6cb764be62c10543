import { millisOf } from '../../../clock.ts'

/** A moment as a station's clock said it, and when the server heard of it. */
export interface Heard {
  said: string
  heard: string
}

/** A clock that is ahead by less is taken for one that drifts. */
const driftMs = 5 * 60_000
/** A station may have charged while the operator was still setting it up. */
const beforeAddedMs = 86_400_000

/**
 * When a session began and ended, in milliseconds (docs/ocpp.md, "Times"). A station's clock is believed as long as it
 * can be true: not after the message arrived, not before the station was there, the end not before the start. Otherwise
 * the server's time of receipt takes its place, and `isDoubted` says so: of both where the clock was set back between
 * them. Never in the future, never an end before its start.
 */
export function sessionTimes(
  start: Heard,
  end: Heard,
  addedAt: string,
): { startedAt: number; endedAt: number; isDoubted: boolean } {
  const [begun, over] = [believed(start, addedAt), believed(end, addedAt)]
  if (begun.at > over.at) {
    const endedAt = millisOf(end.heard)
    return { startedAt: Math.min(millisOf(start.heard), endedAt), endedAt, isDoubted: true }
  }
  return { startedAt: begun.at, endedAt: over.at, isDoubted: begun.isDoubted || over.isDoubted }
}

/** An instant of a station's clock, in milliseconds; that of its receipt where it can't be true. */
export function believed({ said, heard }: Heard, addedAt: string): { at: number; isDoubted: boolean } {
  const [saidAt, heardAt] = [millisOf(said), millisOf(heard)]
  if (saidAt > heardAt + driftMs || saidAt < millisOf(addedAt) - beforeAddedMs) return { at: heardAt, isDoubted: true }
  return { at: Math.min(saidAt, heardAt), isDoubted: false }
}
