import { session, speakAs } from '../src/api/api.ts'
import type { Caller } from '../src/api/transport.ts'
import { reported } from '../src/lib/report.ts'
import { createDrainer } from '../src/outbox/drainer.ts'
import { outboxAdapter } from '../src/outbox/adapter.ts'
import { createConnection, type Connection } from '../src/cache/storage/connection.ts'
import { openDatabase } from '../src/cache/storage/database.ts'
import { readMeta } from '../src/cache/storage/meta.ts'
import { memberName, visitorName } from '../src/cache/storage/names.ts'

export const visitor: Connection = createConnection(async () => openDatabase(visitorName))

/**
 * The caller of the last tab, for the request headers. It is stored in IndexedDB, because a worker has no localStorage.
 */
export async function callerOf(connection: Connection): Promise<Partial<Caller>> {
  const it = await readMeta(connection, 'caller').catch(reported('worker: read'))
  return typeof it === 'object' && it !== null ? it : {}
}

/** The member who is signed in; undefined where none is, or where that is unknown. */
export async function memberOf(connection: Connection): Promise<string | undefined> {
  const it = await readMeta(connection, 'member').catch(reported('worker: read'))
  return typeof it === 'string' ? it : undefined
}

/** Whether notifications may vibrate, as chosen on the settings screen. */
export async function wantsVibration(connection: Connection): Promise<boolean> {
  return (await readMeta(connection, 'vibration').catch(reported('worker: read'))) !== false
}

/** The member for whom this worker has called last. */
let sender: string | undefined

/** Later calls are this member's. */
export async function speakFor(memberId: string): Promise<void> {
  speakAs(await callerOf(visitor))
  // The worker may outlive a change of member: its token, or one under way, may be another's.
  if (memberId !== sender || (session.memberId() ?? memberId) !== memberId) session.drop()
  sender = memberId
  session.expect()
}

/**
 * Sends the waiting commands without any tab. Rejects while one still waits, so that the browser repeats the sync
 * event.
 */
export async function drainInWorker(): Promise<void> {
  const memberId = await memberOf(visitor)
  if (memberId === undefined) return
  await speakFor(memberId)
  const connection = createConnection(async () => openDatabase(memberName(memberId)))
  const ports = outboxAdapter(memberId, connection)
  const drainer = createDrainer(ports, ports.leader, ports.timer)
  try {
    await drainer.drain(true)
    const isSuspended = await ports.storage.isSuspended()
    if (!isSuspended && (await ports.storage.rows()).some((row) => row.state === 'queued'))
      throw new Error('commands still wait')
  } finally {
    drainer.stop()
    ports.storage.close()
    connection.close()
  }
}
