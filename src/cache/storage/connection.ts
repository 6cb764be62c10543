import { createEmitter } from '../../lib/signal.ts'
import type { Database } from './database.ts'

export interface Connection {
  /** Runs `work` on the open database. A connection that was closed under us is dropped and the work repeated once. */
  use<T>(work: (database: Database) => PromiseLike<T>): Promise<T>
  /**
   * Calls `listener` when the browser has closed the database under us: it may be empty when it is opened again.
   * Returns how to stop that.
   */
  onClosed(listener: () => void): () => void
  close(): void
}

/** Chromium says that it evicts a database before it is done; one that is opened in between never answers. */
const evictionMs = 1000

/**
 * A connection that opens at first use. `open` is asynchronous so that a page can load the database library after
 * its first paint; a worker passes an open one. `work` may run twice, so it must be safe to repeat.
 */
export function createConnection(open: () => Promise<Database>): Connection {
  const closed = createEmitter()
  let opening: Promise<Database> | undefined

  function opened(): Promise<Database> {
    if (opening) return opening
    const next = openAndListen()
    opening = next
    // The database library could not be loaded: the next use tries again.
    next.catch(() => {
      if (opening === next) opening = undefined
    })
    return next
  }

  async function openAndListen() {
    const database = await open()
    database.on('versionchange', () => closed.emit())
    database.on('close', () => setTimeout(() => closed.emit(), evictionMs))
    return database
  }

  async function close() {
    const closing = opening
    opening = undefined
    if (closing) (await closing).close()
  }

  return {
    async use(work) {
      const used = opened()
      try {
        return await work(await used)
      } catch (failure) {
        if (!isClosedUnderUs(failure)) throw failure
        // Another failed use may have opened a new connection, which must stay. A report would need a connection too.
        if (opening === used) await close().catch(() => {})
        return await work(await opened())
      }
    },
    onClosed: closed.subscribe,
    close() {
      // A connection that never opened needs no closing.
      close().catch(() => {})
    },
  }
}

// Safari drops connections of a page that slept (UnknownError), browsers close them at eviction, and a newer tab's
// upgrade closes ours; Dexie names the last two DatabaseClosedError.
const closedNames = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError'])

function isClosedUnderUs(failure: unknown): boolean {
  for (let it = failure; it instanceof Object; it = 'inner' in it ? it.inner : undefined) {
    if ('name' in it && typeof it.name === 'string' && closedNames.has(it.name)) return true
  }
  return false
}
