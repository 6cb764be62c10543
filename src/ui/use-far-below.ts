import { useEffect } from 'react'
import type { pagesOf } from './infinite-list.tsx'

/**
 * Loads a list on until it has the entry that a link names. True while that entry is missing and there is more of the
 * list.
 */
export function useFarBelow(
  isMissing: boolean,
  { hasMore, isLoadingMore, failure, onMore }: ReturnType<typeof pagesOf>,
): boolean {
  const isFarBelow = isMissing && hasMore
  const isNext = isFarBelow && !isLoadingMore && !failure
  useEffect(() => {
    if (isNext) onMore()
  }, [isNext, onMore])
  return isFarBelow
}
