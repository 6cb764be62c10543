import { useEffect } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Loads all pages of a list, one after the other: a search, or a filter by kind, would be wrong over half of them. A
 * refetch under way ends first: asking for the next page would cancel it, and the stored pages would count as new.
 */
export function useEveryPage({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
