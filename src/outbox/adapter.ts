import { appVersionCode } from '#protocol/headers.ts'
import { currentCaller } from '../api/api.ts'
import { newId } from '../api/device.ts'
import { systemClock } from '../lib/clock.ts'
import { reported } from '../lib/report.ts'
import { announceApplied } from '../cache/applied.ts'
import { createAnswerCache } from '../cache/persistent/answer-cache.ts'
import { createListCache } from '../cache/persistent/list-cache.ts'
import type { Connection } from '../cache/storage/connection.ts'
import { createDexieStorage } from './dexie-storage.ts'
import type { Timer } from './drainer.ts'
import { withFreedSpace } from './free-space.ts'
import { isHeld } from './lease.ts'
import { rowLeaseLeader, webLockLeader, type Locks, type Leader } from './lock.ts'
import type { OutboxPorts } from './outbox.ts'
import { invalidatedBy, knows, outcomesOf, send, sendNow } from './send.ts'
import { removeSettledDraft } from './settled-drafts.ts'
import { storeReadMarks } from './store-read-marks.ts'
import type { OutboxStorage } from './storage.ts'

/** Storage, network, clock and locks of an outbox in a browser, the same in a tab and in the worker. */
export function outboxAdapter(uid: string, connection: Connection): OutboxPorts {
  const read = createAnswerCache(() => connection, systemClock)
  // Without a network nothing can be sent, and what was read can't be fetched again.
  const free = async () => (navigator.onLine ? read.clear() : undefined)
  const storage = withFreedSpace(createDexieStorage(connection, uid), free)
  const lists = createListCache(() => connection)
  return {
    storage,
    uid,
    send,
    sendNow,
    outcomesOf,
    knows,
    newId,
    onApplied: (command) => {
      announceApplied({
        memberId: uid,
        commandId: command.id,
        path: command.call,
        invalidates: invalidatedBy(command),
      })
      storeReadMarks(lists, command).catch(reported('outbox: read marks'))
      removeSettledDraft(connection, command).catch(reported('outbox: draft'))
    },
    clock: systemClock,
    random: Math.random,
    appCode: appVersionCode,
    language: () => currentCaller().language,
    newOwner: newId,
    leader: leaderOf(uid, storage),
    timer,
  }
}

const timer: Timer = (run, ms) => {
  const handle = setTimeout(run, ms)
  return () => clearTimeout(handle)
}

function leaderOf(uid: string, storage: OutboxStorage): Leader {
  if (!('locks' in navigator))
    return rowLeaseLeader(storage, systemClock, newId(), (ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  return webLockLeader(navigator.locks as Locks, `voltfolio-outbox-${uid}`, async () => {
    const now = systemClock.now()
    return (await storage.rows()).some((row) => isHeld(row.lease, now))
  })
}
