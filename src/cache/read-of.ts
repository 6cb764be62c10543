import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { callApi } from '../api/api.ts'
import type { CallOptions } from '../api/client.ts'
import { placementOf } from './placement.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Nobody waits for the fetch (`CallOptions`). */
      mayWait?: boolean
      /** The declaration of the call, by which what an older build stored is completed. */
      call?: () => Promise<Call>
    }
  }
}

/**
 * Reads from the network and stores nothing: for what is too large to store, and for asking whether the server answers.
 */
export function readUncached<C extends Call>(
  call: C,
  args: ArgsInput<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  return callApi(call, args, options)
}

/**
 * The query behind a read: `useQuery(readOf(goodsInfo, { id }))`. Its key is `[path, args]`. Where the answer
 * comes from, a cache or the network, is decided in query-client.ts; `dataUpdatedAt` says when it was true.
 */
export function readOf<C extends Call>(call: C, args: ArgsInput<C>) {
  return queryOptions({
    queryKey: [call.path, args] as const,
    queryFn: ({ signal, meta }): Promise<Answer<C>> => callApi(call, args, { signal, mayWait: meta?.mayWait === true }),
    staleTime: placementOf(call.path).staleTime,
    meta: { call: async () => call },
  })
}

/**
 * `readOf` for what the first frame shows: `lazyReadOf('home/indexV3', async () => …, {})`. The call itself, which is
 * mostly schemas, is imported when the network is asked, so it doesn't delay a start from the boot cache.
 */
export function lazyReadOf<C extends Call>(path: C['path'], load: () => Promise<C>, args: ArgsInput<C>) {
  return queryOptions({
    queryKey: [path, args] as const,
    queryFn: async ({ signal, meta }): Promise<Answer<C>> =>
      callApi(await load(), args, { signal, mayWait: meta?.mayWait === true }),
    staleTime: placementOf(path).staleTime,
    meta: { call: load },
  })
}

/** One page of a list read by cursor, as `page()` of the protocol declares it. */
interface PageOf {
  items: readonly unknown[]
  next?: string | undefined
}

type Paged<C> = C extends Call ? (Answer<C> extends PageOf ? C : never) : never

/**
 * The same for a list read by cursor: `useInfiniteQuery(infiniteReadOf(billList, {}))`. `args` are those of the first
 * page.
 */
export function infiniteReadOf<C extends Call>(call: C & Paged<C>, args: ArgsInput<C>) {
  return pagesOf<C>(call.path, async () => call, args)
}

/** `infiniteReadOf` for what is asked for before its screen has come; see `lazyReadOf`. */
export function lazyInfiniteReadOf<C extends Call>(
  path: C['path'],
  load: () => Promise<C & Paged<C>>,
  args: ArgsInput<C>,
) {
  return pagesOf<C>(path, load, args)
}

function pagesOf<C extends Call>(path: C['path'], load: () => Promise<C>, args: ArgsInput<C>) {
  return infiniteQueryOptions({
    queryKey: [path, args, 'pages'] as const,
    queryFn: async ({ signal, pageParam, meta }): Promise<Answer<C>> =>
      callApi<C>(await load(), pageParam === undefined ? args : Object.assign({}, args, { after: pageParam }), {
        signal,
        mayWait: meta?.mayWait === true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Answer<C>) => (last as PageOf).next,
    staleTime: placementOf(path).staleTime,
    meta: { call: load },
  })
}
