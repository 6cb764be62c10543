import { useEffect } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Loads all pages of a list, one after the other: a search, or one kind of them, would be wrong from half of them. */
export function useEveryPage({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Pages): void {
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
}
