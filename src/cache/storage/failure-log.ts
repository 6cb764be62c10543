import { ApiError } from '../../api/api-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { merged, recordOf, recordsIn, withRecord, type FailureRecord } from '../../lib/failure-record.ts'
import { onReport } from '../../lib/report.ts'
import type { Connection } from './connection.ts'
import { changeMeta, readMeta, writeMeta } from './meta.ts'
import { createSignal } from '../../lib/signal.ts'

const name = 'failures'
const channelName = 'voltfolio-failures'

/** The last 50 failures on this device, newest first: of all pages and the worker, of this and earlier starts. */
export const failures = createSignal<readonly FailureRecord[]>([])

/**
 * Saves every reported failure from now on, in memory and in the visitor's database, which belongs to no member. Where
 * storage fails, those of this start stay in memory.
 */
export function keepFailures(connection: Connection, buildId: string): void {
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : undefined
  let writing: Promise<unknown> = Promise.resolve()
  onReport(({ error, where }) => {
    if (isOrdinary(error)) return
    const record = recordOf(error, where, systemClock.now(), buildId)
    failures.set(withRecord(failures.getSnapshot(), record))
    writing = writing
      .then(() => changeMeta(connection, name, (stored) => withRecord(recordsIn(stored), record)))
      // Not reported: saving the report would fail in the same way.
      .then(
        () => others?.postMessage('changed'),
        () => {},
      )
  })
}

/**
 * Reads the records of other pages, of the worker and of earlier starts, now and whenever they change. Returns how to
 * stop.
 */
export function followFailures(connection: Connection): () => void {
  const read = async () => {
    failures.set(merged(failures.getSnapshot(), recordsIn(await readMeta(connection, name))))
  }
  const readAgain = () => {
    // The records of this start are shown anyway.
    read().catch(() => {})
  }
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : undefined
  others?.addEventListener('message', readAgain)
  readAgain()
  return () => others?.close()
}

/** A lost network or an aborted request is no failure of the app. */
function isOrdinary(error: unknown): boolean {
  if (error instanceof ApiError) return error.kind === 'network' || error.kind === 'aborted'
  return error instanceof Error && error.name === 'AbortError'
}

export async function clearFailures(connection: Connection): Promise<void> {
  failures.set([])
  await writeMeta(connection, name, [])
}
