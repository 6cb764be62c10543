import { dehydrate, type DehydrateOptions, type QueryClient } from '@tanstack/react-query'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { removeOldestQuery, type PersistedClient } from '@tanstack/react-query-persist-client'
import type { Clock } from '../../lib/clock.ts'
import { report } from '../../lib/report.ts'
import { bytesOfText } from '../../lib/bytes.ts'
import { caps, placementOf } from '../placement.ts'

/** The part of localStorage that is used here. */
export interface SyncStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface BootCache {
  /** Puts the stored answers into the client, synchronously, with their age. Returns their number. */
  restore(client: QueryClient): number
  /** Writes the boot queries when one of them changes, at most once a second. Returns a function that ends this. */
  follow(client: QueryClient): () => void
  /** Writes them at once, because the page is about to be closed and a delayed write would be lost. */
  flush(client: QueryClient): void
  remove(): void
}

/** Names the shape of the stored answers; those of another shape are ignored. */
const buster = '3'

/**
 * The answers of the first frame, in localStorage, one entry per member and at most `caps.boot` bytes. Never tokens: no
 * call that returns one is among the boot queries.
 */
export function createBootCache(
  syncStorage: SyncStorage | undefined,
  owner: string,
  clock: Clock,
  throttleTime = 1000,
): BootCache {
  const key = `voltfolio-boot-${owner}`
  let isGone = false
  const storage = syncStorage && {
    getItem: (name: string) => syncStorage.getItem(name),
    setItem(name: string, text: string) {
      // A delayed write must not restore what signing out has removed.
      if (!isGone) syncStorage.setItem(name, text)
    },
    removeItem: (name: string) => syncStorage.removeItem(name),
  }
  const persister = createSyncStoragePersister({ storage, key, throttleTime, serialize, retry: removeOldestQuery })

  const snapshotOf = (client: QueryClient): PersistedClient => ({
    timestamp: clock.now(),
    buster,
    clientState: dehydrate(client, bootQueries),
  })

  return {
    restore(client) {
      try {
        // Synchronous, whatever the type says: the storage is.
        const kept = persister.restoreClient() as PersistedClient | undefined
        return kept?.buster === buster ? putBack(client, kept, clock) : 0
      } catch (failure) {
        report(failure, 'boot cache: restore')
        syncStorage?.removeItem(key)
        return 0
      }
    },
    follow: (client) =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || !isBootQuery(event.query.queryKey)) return
        if (event.action.type !== 'success' && event.action.type !== 'invalidate') return
        void persister.persistClient(snapshotOf(client))
      }),
    flush(client) {
      // The persister delays its writes, and a page that is closed writes no more.
      let left: PersistedClient | undefined = snapshotOf(client)
      while (left) left = saved(left)
    },
    remove() {
      isGone = true
      syncStorage?.removeItem(key)
    },
  }

  /** The client to try next where there is no room; undefined once it is written. */
  function saved(persistedClient: PersistedClient): PersistedClient | undefined {
    try {
      storage?.setItem(key, serialize(persistedClient))
      return undefined
    } catch (error) {
      return removeOldestQuery({ persistedClient, error: error as Error, errorCount: 1 })
    }
  }
}

const bootQueries: DehydrateOptions = {
  shouldDehydrateQuery: ({ queryKey, state }) => isBootQuery(queryKey) && state.data !== undefined,
  shouldDehydrateMutation: () => false,
}

/** Throws above the cap, as the browser does where it has no room: the oldest query is then left out. */
function serialize(client: PersistedClient): string {
  const text = JSON.stringify(client)
  if (bytesOfText(text) > caps.boot) throw new RangeError('above the cap of the boot cache')
  return text
}

/** Only the data of a query and its age: its errors don't matter to the next visit. */
function putBack(client: QueryClient, { clientState: { queries } }: PersistedClient, clock: Clock): number {
  const now = clock.now()
  for (const { queryKey, state } of queries) {
    // What holds for everybody may have been asked anew before somebody signed in.
    if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= state.dataUpdatedAt) continue
    // A clock that was ahead when it was written must not make an answer fresh for ever.
    client.setQueryData(queryKey, state.data, { updatedAt: Math.min(state.dataUpdatedAt, now) })
    // A command has invalidated it since, or nobody knows its age.
    if (state.isInvalidated || state.dataUpdatedAt > now)
      void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  return queries.length
}

function isBootQuery(key: readonly unknown[]): boolean {
  return placementOf(String(key[0])).cache === 'boot'
}
