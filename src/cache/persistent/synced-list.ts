import { reported } from '../../lib/report.ts'
import { hashKey, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/api.ts'
import type { Clock } from '../../lib/clock.ts'
import { sleep } from '../../lib/sleep.ts'
import {
  isForgotten,
  nothingKnown,
  withoutCursors,
  withPage,
  type ListPage,
  type ListState,
  type Mark,
  type Reviewed,
} from './list-state.ts'
import type { Entry, ListCache, ListFacts } from './list-cache.ts'
import { placementOf } from '../placement.ts'

/** Everything known of a long list. */
export interface SyncedList<T> {
  /** Newest first; with a gap where `isComplete` is false. */
  items: readonly T[]
  /** Every entry is here, as far as the last look at the head can tell. */
  isComplete: boolean
  state: ListState
}

interface PageAnswer {
  items: readonly unknown[]
  next?: string | undefined
}

/** How the pages of a list are asked for. */
export interface Pages {
  /** Names the list in the cache: the path of its call. */
  name: string
  reviewed: Reviewed
  fetchPage: (
    after: string | undefined,
    options: { signal?: AbortSignal | undefined; mayWait: boolean; limit?: number },
  ) => Promise<PageAnswer>
  /** The instant an entry is sorted by. */
  atOf: (item: unknown) => string
}

/**
 * The pages of a call, as many entries at a time as the protocol allows. `by` names the field its entries are sorted
 * by.
 */
export function pagesOf(call: Call, by: 'at' | 'paidAt', reviewed: Reviewed = 'month'): Pages {
  return {
    name: call.path,
    reviewed,
    fetchPage: async (after, { limit = 100, ...options }) =>
      (await callApi(call, { limit, ...(after !== undefined && { after }) }, options)) as PageAnswer,
    atOf: (item) => String((item as Record<string, unknown>)[by]),
  }
}

export interface Syncing {
  cache: ListCache
  clock: Clock
  /** The id of whoever is signed in; undefined where nobody is. */
  whose: () => string | undefined
}

const diskPatienceMs = 1000

/**
 * The query behind a long list. The stored entries are shown at once, with their age; of the network only the first
 * page is asked for, which tells what is new. What lies further down is fetched by `readOlder`.
 */
export function syncedQuery<T>(pages: Pages, { cache, clock }: Pick<Syncing, 'cache' | 'clock'>) {
  const queryKey = [pages.name, {}, 'all'] as const
  const setAlready = new WeakSet<object>()
  return queryOptions<SyncedList<T>, Error, SyncedList<T>, typeof queryKey>({
    queryKey,
    staleTime: placementOf(pages.name).staleTime,
    // Comparing ten thousand entries takes longer than rendering the visible ones. A list that the query function has
    // set already stays as it is by now: an older page may have been added before the library sets the same list.
    structuralSharing: (shown, list) => (setAlready.has(list as object) ? (shown ?? list) : list),
    persister: undefined,
    queryFn: async ({ client, signal, meta }) => {
      const show = (list: SyncedList<T>) =>
        client.setQueryData(queryKey, list, { updatedAt: Math.min(list.state.at, clock.now()) })
      const shown = () => client.getQueryData<SyncedList<T>>(queryKey)
      const restore = async () => {
        const stored = await cache.read(pages.name).catch(reported('persistent list: read'))
        if (stored && !shown() && !signal.aborted) show(listOf(stored.items as T[], stored.state))
      }
      const restoring = shown() ? undefined : restore()
      const askedAt = clock.now()
      try {
        const answer = await pages.fetchPage(undefined, { signal, mayWait: meta?.mayWait === true })
        await Promise.race([restoring, sleep(diskPatienceMs)])
        // The member may have signed out meanwhile: nothing read for one is stored for whoever is next.
        signal.throwIfAborted()
        return await storePage(pages, { cache, clock }, { after: undefined, askedAt }, answer, shown, (list) => {
          if (!signal.aborted) show(list)
          setAlready.add(list)
        })
      } catch (failure) {
        await Promise.race([restoring, sleep(diskPatienceMs)])
        throw failure
      }
    },
  })
}

/**
 * Whether the server's newest entry is another than the stored one: a page of a hundred takes twenty times as many
 * bytes. Rejects with ApiError.
 */
export async function hasNewer({ fetchPage, atOf }: Pages, { state: { newest } }: ListFacts): Promise<boolean> {
  const [item] = (await fetchPage(undefined, { mayWait: true, limit: 1 })).items
  if (item === undefined) return newest !== null
  return idOf(item) !== newest?.id || atOf(item) !== newest.at
}

/** Whether anything of it is missing or under review. */
export function hasMore({ isComplete, state }: SyncedList<unknown>): boolean {
  return !isComplete || state.gaps.length > 0
}

const underWay = new Map<string, Promise<boolean>>()

/**
 * Fetches one more page of what is missing or under review, the newest gap first, and shows it; the head where it isn't
 * known what is missing. Resolves with whether there is more of it; rejects with ApiError.
 */
export function readOlder(client: QueryClient, pages: Pages, syncing: Syncing, mayWait = false): Promise<boolean> {
  const name = `${syncing.whose() ?? ''} ${pages.name}`
  const running = underWay.get(name) ?? readGap(client, pages, syncing, mayWait).finally(() => underWay.delete(name))
  underWay.set(name, running)
  return running
}

async function readGap(client: QueryClient, pages: Pages, syncing: Syncing, mayWait: boolean): Promise<boolean> {
  const queryKey = [pages.name, {}, 'all'] as const
  const asker = syncing.whose()
  // Another member may sign in meanwhile: nothing read for one is stored for the other, or shown.
  const shown = () => (syncing.whose() === asker ? client.getQueryData<SyncedList<unknown>>(queryKey) : undefined)
  const known = shown()
  if (!known || !hasMore(known)) return false
  const asked = { after: known.state.gaps[0]?.after, askedAt: syncing.clock.now() }
  try {
    const answer = await pages.fetchPage(asked.after, { mayWait })
    if (!shown()) return false
    const list = await storePage(pages, syncing, asked, answer, shown, (it) => {
      if (!shown()) return
      const query = client.getQueryCache().find({ queryKey })
      const isOutOfDate = query?.state.isInvalidated === true
      client.setQueryData(queryKey, it, { updatedAt: it.state.at })
      // The head may still lack what a command has changed, and setting data says otherwise.
      if (isOutOfDate) query?.invalidate()
    })
    return shown() !== undefined && hasMore(list)
  } catch (failure) {
    if (shown() && failure instanceof ApiError && failure.errno === errors.bad_request.errno)
      await syncing.cache.add(pages.name, [], withoutCursors).catch(reported('persistent list: write'))
    throw failure
  }
}

/**
 * Stores a page and shows the list with it, and with all stored entries where another tab has changed them. Resolves
 * with that list. A cache that fails costs only the next visit's offline reading.
 */
async function storePage<T>(
  { name, reviewed, atOf }: Pages,
  { cache, clock }: Pick<Syncing, 'cache' | 'clock'>,
  asked: Pick<ListPage, 'after' | 'askedAt'>,
  answer: PageAnswer,
  shown: () => SyncedList<T> | undefined,
  show: (list: SyncedList<T>) => void,
): Promise<SyncedList<T>> {
  const { items, next, ...top } = answer
  const entries = items.map((item): Entry => ({ id: idOf(item), at: atOf(item), item }))
  const page: ListPage = { ...asked, next, marks: entries.map(({ id, at }) => ({ id, at })), top, reviewed }
  const now = clock.now()
  const change = (state = nothingKnown) => withPage(state, page, now)
  const inTime = <R>(work: Promise<R>) =>
    Promise.race([work.catch(reported('persistent list: page')), sleep(diskPatienceMs)])
  const state = await inTime(cache.add(name, entries, change))
  for (;;) {
    const before = shown()
    const isOther = state && state.newest !== null && placesOf(state) !== placesOf(change(before?.state))
    const stored = isOther ? await inTime(cache.read(name)) : undefined
    // Entries and state are of one moment. Under the state of another, entries that are missing would count as here:
    // where another page was shown during the read, what was read may lack its gap.
    if (shown() !== before) continue
    const knownIn = ({ generation }: ListState) =>
      before && before.state.generation === generation ? before.items : []
    // The disk also lacks the gap below a head that is shown and could not be stored.
    const isBehind = stored !== undefined && isNewer(knownIn(stored.state)[0], stored.state.newest, atOf)
    const { state: current, items: fresh } = stored && !isBehind ? stored : { state: change(before?.state), items }
    const list = listOf(merged(knownIn(current), fresh as T[], atOf), current)
    show(list)
    return list
  }
}

function isNewer<T>(item: T | undefined, known: Mark | null, atOf: (item: T) => string): boolean {
  return item !== undefined && known !== null && idOf(item) !== known.id && atOf(item) > known.at
}

/** What a state says of which entries are there. */
function placesOf({ gaps, newest, generation }: ListState): string {
  return hashKey([gaps, newest, generation])
}

function listOf<T>(items: readonly T[], state: ListState): SyncedList<T> {
  const isRead = state.gaps.every((it) => it.isReview)
  return { items, state, isComplete: isRead && !isForgotten({ state, count: items.length }) }
}

/** Both lists in one, newest first; of an entry in both, the later version counts. */
function merged<T>(known: readonly T[], fresh: readonly T[], atOf: (item: T) => string): T[] {
  const ids = new Set(fresh.map(idOf))
  const rest = known.filter((it) => !ids.has(idOf(it)))
  const [first, last] = [rest[0], rest.at(-1)]
  const [newest, oldest] = [fresh[0], fresh.at(-1)]
  if (first === undefined || last === undefined || newest === undefined || oldest === undefined)
    return [...fresh, ...rest]
  if (atOf(oldest) >= atOf(first)) return [...fresh, ...rest]
  if (atOf(newest) <= atOf(last)) return [...rest, ...fresh]
  return [...fresh, ...rest].toSorted((a, b) => (atOf(a) < atOf(b) ? 1 : atOf(a) > atOf(b) ? -1 : 0))
}

function idOf(item: unknown): string {
  return String((item as { id: unknown }).id)
}
