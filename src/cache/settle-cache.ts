import { currentCaller, session } from '../api/api.ts'
import { instant, systemClock } from '../lib/clock.ts'
import { reported } from '../lib/report.ts'
import { restDue } from '../lib/rest-due.ts'
import { createSignal } from '../lib/signal.ts'
import { member, ownConnection, signedInId, visitorConnection } from './cache.ts'
import { connectionTo } from './storage/databases.ts'
import { isOlderThan } from './storage/lost-storage.ts'
import { writeMeta } from './storage/meta.ts'
import { memberName } from './storage/names.ts'
import { checkSentinel, noteLossTold } from './storage/sentinel.ts'

/** True once the browser has deleted a database of whoever is signed in: the app then says that data was lost. */
export const storageLost = createSignal(false)

/**
 * The number of this device's commands that the server had carried out when storage was found lost; undefined while
 * that isn't known.
 */
export const appliedBeforeLoss = createSignal<number | undefined>(undefined)

/** Whose loss the two above are about. */
let owner = signedInId()

const tell = () => void tellWorker().catch(reported('worker: tell who is signed in'))
// A member may have been signed out before this was loaded. Telling it opens the database, which a first visit loads
// with the rest of the app.
if (owner === undefined) void restDue.then(tell)
member.subscribe(() => {
  if (signedInId() === owner) return
  owner = signedInId()
  storageLost.set(false)
  appliedBeforeLoss.set(undefined)
  tell()
})

/**
 * Called after the first frame and at each sign-in: opens the member's database, finds out whether it was lost, and
 * tells the worker who the member is.
 */
export async function settleCache(memberId: string): Promise<void> {
  const connection = connectionTo(memberName(memberId))
  const now = instant(systemClock.now())
  const known = member.getSnapshot()?.known.includes(memberId) ?? false
  // Comparing command numbers with the server's shows whether an emptied or restored storage has lost commands.
  const seen = session.memberId() === memberId ? session.deviceSeen() : undefined
  const isOlder = seen && (await isOlderThan(connection, seen, now))
  const found = await checkSentinel(connection, known, now)
  // Somebody else may have signed in meanwhile.
  if (found === 'lost' && memberId === signedInId()) {
    if (isOlder) appliedBeforeLoss.set(seen.applied)
    storageLost.set(true)
  }
  member.noteDatabase(memberId)
  await writeMeta(visitorConnection(), 'caller', currentCaller())
  await tellWorker()
}

/** The member has confirmed that they read of the loss. */
export async function dismissLoss(): Promise<void> {
  storageLost.set(false)
  await noteLossTold(ownConnection())
}

/** Tells the worker whose outbox it may send and whose pushes it may show in full. */
async function tellWorker(): Promise<void> {
  await writeMeta(visitorConnection(), 'member', signedInId() ?? null)
}
