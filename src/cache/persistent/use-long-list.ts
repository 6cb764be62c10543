import { useMutation, useQuery } from '@tanstack/react-query'
import type { LongList } from './long-lists.ts'

/** A long list on a screen: stored entries at once, new ones as soon as they are known, older ones when asked for. */
export function useLongList<T>(list: LongList<T>) {
  const query = useQuery(list.query)
  const more = useMutation({ mutationFn: () => list.readOlder() })
  const isComplete = query.data?.isComplete === true
  // A whole list is gone through for what has changed as far as there is a network: nothing of it is missing without.
  const isUnderReview = Boolean(query.data?.state.gaps.length) && !more.isError
  // Where its entries lie in the list is forgotten: the look at its head that is under way tells.
  const isFindingOut = !isComplete && query.data?.state.gaps.length === 0 && query.fetchStatus === 'fetching'
  return {
    query,
    items: query.data?.items ?? [],
    more: {
      hasMore: query.data !== undefined && (!isComplete || isUnderReview),
      isLoadingMore: more.isPending || isFindingOut,
      failure: isComplete ? undefined : more.error,
      onMore: () => more.mutate(),
    },
  }
}
