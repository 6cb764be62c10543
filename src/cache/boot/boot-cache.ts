import { report } from '../../lib/report.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Clock } from '../../lib/clock.ts'
import { bytesOfText } from '../../lib/bytes.ts'
import { caps, placementOf } from '../placement.ts'

/** The part of localStorage that is used here. */
export interface SyncStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Of an answer only itself and its age: a failure of today says nothing about the next visit. */
interface Kept {
  key: readonly unknown[]
  data: unknown
  /** When it was true, in milliseconds since 1970. */
  at: number
  /** A command has changed it since. */
  isOld: boolean
}

/** Answers of another shape are of no use to this build. */
const shape = 2

export interface BootCache {
  /** Puts what was kept into the client, synchronously, with its age. Returns how many answers there were. */
  restore(client: QueryClient): number
  /** Writes the boot queries whenever one of them changes, at most once a second. Returns how to stop. */
  follow(client: QueryClient): () => void
  /** Writes them at once: the page is about to go, and with it a write that waits its turn. */
  flush(client: QueryClient): void
  remove(): void
}

/**
 * The answers of the first frame, in localStorage, one set per member. Never tokens: no call that returns one is on it.
 * Not TanStack's persister: what that keeps beside data and age is of no use here, and it is 3 kB of the first file.
 */
export function createBootCache(
  syncStorage: SyncStorage | undefined,
  owner: string,
  clock: Clock,
  throttleTime = 1000,
): BootCache {
  const name = `voltfolio-boot-${owner}`
  let isGone = false

  /** The newest answers, as many as there is room for. */
  function write(client: QueryClient): void {
    // A write that was waiting its turn must not bring back what signing out has removed.
    if (isGone) return
    for (let answers = keptOf(client); answers.length > 0; answers = answers.slice(0, -1)) {
      const text = JSON.stringify({ shape, answers })
      if (bytesOfText(text) > caps.boot) continue
      try {
        syncStorage?.setItem(name, text)
        return
      } catch {
        // Without the oldest answer the rest may fit.
      }
    }
  }

  return {
    restore(client) {
      try {
        const answers = answersIn(syncStorage?.getItem(name))
        for (const { key, data, at, isOld } of answers) {
          // What holds for everybody may have been asked anew before somebody signed in.
          if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) >= at) continue
          // A clock that was ahead then must not make an answer fresh for ever.
          client.setQueryData(key, data, { updatedAt: Math.min(at, clock.now()) })
          if (isOld) void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
        }
        return answers.length
      } catch (failure) {
        report(failure, 'boot cache: restore')
        syncStorage?.removeItem(name)
        return 0
      }
    },
    follow(client) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const unsubscribe = client.getQueryCache().subscribe((event) => {
        if (timer !== undefined || event.type !== 'updated' || !isOnShelf(event.query.queryKey)) return
        if (event.action.type !== 'success' && event.action.type !== 'invalidate') return
        timer = setTimeout(() => {
          timer = undefined
          write(client)
        }, throttleTime)
      })
      return () => {
        unsubscribe()
        clearTimeout(timer)
      }
    },
    flush: write,
    remove() {
      isGone = true
      syncStorage?.removeItem(name)
    },
  }
}

/** What is in the client, newest first. */
function keptOf(client: QueryClient): Kept[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => isOnShelf(queryKey) && state.data !== undefined)
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: state.data,
      at: state.dataUpdatedAt,
      isOld: state.isInvalidated,
    }))
    .toSorted((a, b) => b.at - a.at)
}

/** Throws where the text is none of ours. */
function answersIn(text: string | null | undefined): Kept[] {
  const kept = JSON.parse(text ?? 'null') as { shape: number; answers: Kept[] } | null
  return kept?.shape === shape ? kept.answers : []
}

function isOnShelf(key: readonly unknown[]): boolean {
  return placementOf(String(key[0])).cache === 'boot'
}
