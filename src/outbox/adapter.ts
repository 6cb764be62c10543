import { appVersionCode } from '#protocol/headers.ts'
import { newId } from '../api/device.ts'
import { systemClock } from '../lib/clock.ts'
import { announceApplied } from '../cache/applied.ts'
import type { Connection } from '../cache/storage/connection.ts'
import { createDexieStorage } from './dexie-storage.ts'
import type { Timer } from './drainer.ts'
import { rowLeaseTurn, webLockTurn, type Locks, type Turn } from './lock.ts'
import type { OutboxPorts } from './outbox.ts'
import { knows, send, invalidatedBy } from './send.ts'
import type { OutboxStorage } from './storage.ts'

/** What surrounds an outbox in a browser: the same in a tab and in the worker. */
export function surroundings(uid: string, connection: Connection): OutboxPorts {
  const storage = createDexieStorage(connection, uid)
  return {
    storage,
    uid,
    send,
    knows,
    newId,
    onApplied: (command) =>
      announceApplied({
        memberId: uid,
        commandId: command.id,
        path: command.call,
        invalidates: invalidatedBy(command),
      }),
    clock: systemClock,
    random: Math.random,
    appCode: appVersionCode,
    newOwner: newId,
    turn: turnOf(uid, storage),
    timer,
  }
}

const timer: Timer = (run, ms) => {
  const handle = setTimeout(run, ms)
  return () => clearTimeout(handle)
}

function turnOf(uid: string, storage: OutboxStorage): Turn {
  if (!('locks' in navigator))
    return rowLeaseTurn(storage, systemClock, newId(), (ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  return webLockTurn(navigator.locks as Locks, `voltfolio-outbox-${uid}`, async () => {
    const now = systemClock.now()
    return (await storage.rows()).some((row) => row.lease !== null && row.lease.until > now)
  })
}
