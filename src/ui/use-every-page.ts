import { useEffect } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Loads all pages of a list, one after the other: a search, or one kind of them, would be wrong from half of them. What
 * is looked at anew comes first: the next page would take its place, and call the stored ones new.
 */
export function useEveryPage({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
