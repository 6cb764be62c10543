import { millisOf, type Clock } from '../lib/clock.ts'
import { serverNow, setServerAhead } from '../lib/server-clock.ts'
import type { SyncStorage } from './device.ts'

const name = 'voltfolio-server-ahead'

// What is edited after a start without a network is stamped by the server's clock too (src/outbox/enqueue.ts).
setServerAhead(keptAhead())

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
  if (Math.abs(ahead - known) <= maybe + (known === 0 ? 0 : half)) return
  const heard = Math.abs(ahead) <= maybe ? 0 : Math.round(ahead)
  setServerAhead(heard)
  keepAhead(heard)
}

/** The difference that this device heard last, in milliseconds, perhaps at an earlier start; 0 where none is known. */
export function keptAhead(): number {
  try {
    const kept = Number(storage()?.getItem(name))
    return Number.isSafeInteger(kept) ? kept : 0
  } catch {
    return 0
  }
}

function keepAhead(ms: number): void {
  try {
    storage()?.setItem(name, String(ms))
  } catch {
    // Without storage it is heard anew at the next start.
  }
}

/** A worker has none: it hears the time with its first answer, and makes no edits. */
function storage(): SyncStorage | undefined {
  return (globalThis as { localStorage?: SyncStorage }).localStorage
}
