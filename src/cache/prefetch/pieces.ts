import { hashKey, type FetchQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { Clock } from '../../lib/clock.ts'
import type { AnswerCache, AnswerFact } from '../persistent/answer-cache.ts'
import type { Part } from './prefetch.ts'

type Work = () => Promise<unknown>
interface Page {
  items: readonly unknown[]
  next?: string
}

/** A page has at most a hundred entries; no catalogue needs more pages than this. */
const mostPages = 50
/** Milliseconds until what no screen shows leaves memory; longer than it takes to store it. */
const heldMs = 1000
export const quietly = <Q extends { queryKey: readonly unknown[]; meta?: FetchQueryOptions['meta'] | undefined }>(
  query: Q,
) => ({
  ...query,
  meta: { ...query.meta, mayWait: true },
  retry: false,
  // With 0, an answer from before the clock was set back would be taken for fresh.
  staleTime: -Infinity,
})

/** Which answers are stored already, and how to read one of them. */
export interface Stored {
  facts: readonly AnswerFact[]
  read: AnswerCache['read']
  /** Whether what is fetched is stored, so that memory need not keep it. */
  isKept?: boolean
}

/** What parts of the offline prefetch are made of. */
export function piecesOf(client: QueryClient, { facts, read, isKept = false }: Stored, clock: Clock) {
  const storedAt = new Map(facts.map(({ hash, at }) => [hash, at]))
  const isHere = (queryKey: readonly unknown[], since: number) =>
    isFresh(storedAt.get(hashKey(queryKey)), since, clock) ||
    isFresh(client.getQueryState(queryKey)?.dataUpdatedAt, since, clock)

  /** `query` comes from `readOf`; its types differ from call to call. */
  const one = (query: { queryKey: readonly unknown[] }) => ({
    key: query.queryKey,
    fetch: () => client.fetchQuery(quietly(query) as FetchQueryOptions),
  })
  /** One of hundreds, which a screen reads from the persistent cache: no part looks anything up in its answer. */
  const detail = (query: { queryKey: readonly unknown[] }) => ({
    key: query.queryKey,
    fetch: () => client.fetchQuery({ ...quietly(query), ...(isKept && { gcTime: heldMs }) } as FetchQueryOptions),
  })
  /** A list in pages, from memory or the persistent cache. */
  const known = async (queryKey: readonly unknown[]) =>
    client.getQueryData<InfiniteData<Page>>(queryKey) ??
    ((await read(hashKey(queryKey)))?.data as InfiniteData<Page> | undefined)
  const isWhole = (pages: readonly Page[]) => pages.length >= mostPages || pages.at(-1)?.next === undefined
  const all = (query: { queryKey: readonly unknown[] }) => {
    const whole = () =>
      client.fetchInfiniteQuery({ ...quietly(query), pages: mostPages } as unknown as Parameters<
        QueryClient['fetchInfiniteQuery']
      >[0]) as Promise<InfiniteData<Page>>
    return {
      key: query.queryKey,
      fetch: async () => {
        const { pages } = await whole()
        // A screen that overtook this has asked for the first page alone.
        return isWhole(pages) ? { pages } : await whole()
      },
      // A screen may have stored its beginning alone.
      isCutOff: async () => !isWhole((await known(query.queryKey))?.pages ?? []),
    }
  }
  /** Its first page, or as many as are here. */
  const newest = (query: { queryKey: readonly unknown[] }) => ({
    key: query.queryKey,
    fetch: () =>
      client.fetchInfiniteQuery(quietly(query) as unknown as Parameters<QueryClient['fetchInfiniteQuery']>[0]),
  })
  type Piece = ReturnType<typeof one> & { isCutOff?: () => Promise<boolean> }

  const part = (name: string, pieces: () => readonly Piece[] | Promise<readonly Piece[]>, isDetail = false): Part => ({
    name,
    isHeavy: false,
    isDetail,
    async missing(since) {
      const them = await pieces()
      const isMissing = await Promise.all(
        them.map(async (it) => !isHere(it.key, since) || (await it.isCutOff?.()) === true),
      )
      return them.filter((_, place) => isMissing[place]).map(({ fetch }): Work => fetch)
    },
  })

  /** The entries of a list that another part has fetched, from memory or the persistent cache. */
  async function entriesOf<T>(list: { queryKey: readonly unknown[] }): Promise<T[]> {
    const { pages } = (await known(list.queryKey)) ?? (await all(list).fetch())
    return pages.flatMap((page) => page.items as readonly T[])
  }

  return { one, detail, all, newest, part, entriesOf }
}

/** What lies ahead is from before the clock was set back: nobody knows its age. */
export function isFresh(at: number | undefined, since: number, clock: Clock): boolean {
  return at !== undefined && at >= since && at <= clock.now()
}
