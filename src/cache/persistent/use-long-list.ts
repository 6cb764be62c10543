import { useMutation, useQuery } from '@tanstack/react-query'
import type { LongList } from './long-lists.ts'

/** A long list on a screen: stored entries at once, new ones as soon as they are known, older ones when asked for. */
export function useLongList<T>(list: LongList<T>) {
  const query = useQuery(list.query)
  const more = useMutation({ mutationFn: () => list.readOlder() })
  return {
    query,
    items: query.data?.items ?? [],
    more: {
      hasMore: query.data !== undefined && !query.data.isComplete,
      isLoadingMore: more.isPending,
      hasFailed: more.isError,
      onMore: () => more.mutate(),
    },
  }
}
