import { millisOf, type Clock } from '../lib/clock.ts'
import { serverNow, setServerAhead } from '../lib/server-clock.ts'
import type { SyncStorage } from './device.ts'

const name = 'voltfolio-server-ahead'

// What is edited after a start without a network is stamped by the server's clock too (src/outbox/enqueue.ts).
setServerAhead(...keptAhead())

/**
 * Notes what the server's clock said in an answer: its header `Date`, which has whole seconds. The request was sent at
 * `sentAt` by `clock`. A difference that the way there and back may explain counts as none. A known one stays where the
 * way explains what it is off by: it would change a little with every answer, and edits of one second change places.
 */
export function hearServerTime(date: string | null, sentAt: number, clock: Clock): void {
  const said = date === null ? Number.NaN : millisOf(date)
  if (Number.isNaN(said)) return
  const [now, half] = [clock.now(), 500]
  const ahead = said + half - (sentAt + now) / 2
  const maybe = half + Math.abs(now - sentAt) / 2
  const known = serverNow(clock) - now
  // A known one may itself be off by half a second.
  const isSame = Math.abs(ahead - known) <= maybe + (known === 0 ? 0 : half)
  const heard = isSame ? known : Math.abs(ahead) <= maybe ? 0 : Math.round(ahead)
  setServerAhead(heard, now)
  keepAhead(heard, now)
}

/**
 * The difference that this device heard last, in milliseconds, perhaps at an earlier start, and when by its clock;
 * zeros where none is known.
 */
export function keptAhead(): [ms: number, heardAt: number] {
  try {
    const [ms = 0, heardAt = 0] = (storage()?.getItem(name) ?? '').split(' ').map(Number)
    return Number.isSafeInteger(ms) ? [ms, heardAt] : [0, 0]
  } catch {
    return [0, 0]
  }
}

/** A device whose clock was never wrong keeps nothing. */
function keepAhead(ms: number, heardAt: number): void {
  try {
    const kept = storage()
    if (ms !== 0 || kept?.getItem(name)) kept?.setItem(name, `${ms} ${heardAt}`)
  } catch {
    // Without storage it is heard anew at the next start.
  }
}

/** A worker has none: it hears the time with its first answer, and makes no edits. */
function storage(): SyncStorage | undefined {
  return (globalThis as { localStorage?: SyncStorage }).localStorage
}
