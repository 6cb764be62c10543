import { Trans } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { WindowVirtualizer, type CacheSnapshot, type WindowVirtualizerHandle } from 'virtua'
import { Button } from './button.tsx'
import { entryKey } from './focus-return.ts'
import { Spinner } from './spinner.tsx'
import { hasAnswer, useReason } from './use-reason.ts'

interface InfiniteListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T, index: number) => ReactElement
  /**
   * The states of `useInfiniteQuery`: more pages exist, the next one is loading, why it failed; and the function to
   * load it.
   */
  hasMore: boolean
  isLoadingMore: boolean
  failure?: unknown
  onMore: () => void
  /** Shown once the end is reached; leave it out for short lists. */
  end?: ReactNode
}

/** The pages of `useInfiniteQuery`, as the list asks for them. */
export function pagesOf(query: {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}): Pick<InfiniteListProps<unknown>, 'hasMore' | 'isLoadingMore' | 'failure' | 'onMore'> {
  return {
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    failure: query.isFetchNextPageError ? query.error : undefined,
    onMore: () => void query.fetchNextPage(),
  }
}

/** A long list that renders only visible rows and requests the next page before the end is reached. */
export function InfiniteList<T>({
  items,
  keyOf,
  children,
  hasMore,
  isLoadingMore,
  failure,
  onMore,
  end,
}: InfiniteListProps<T>) {
  const { list, cache } = useHeights(items.length)
  const reason = useReason()
  return (
    <div data-virtual-list>
      {/* Virtua sets `pointer-events: none` until 150 ms after the last scroll, which would lose a mouse press that
          follows the wheel. */}
      <div className="min-h-min overflow-hidden rounded-lg bg-surface shadow-card *:pointer-events-auto!">
        <WindowVirtualizer ref={list} {...(cache && { cache })} as="ul" item="li" data={items as T[]}>
          {(item, index) => (
            <div key={keyOf(item)} className={index > 0 ? 'border-t border-line' : undefined}>
              {children(item, index)}
            </div>
          )}
        </WindowVirtualizer>
      </div>
      <div className="grid min-h-14 place-items-center text-small text-ink-soft" role="status">
        {failure && !isLoadingMore ? (
          <>
            {hasAnswer(failure) && reason(failure)}
            <Button look="plain" size="small" icon="refresh" onClick={onMore}>
              <Trans>Couldn't load more. Try again</Trans>
            </Button>
          </>
        ) : // A new sentinel for each page: an observer reports changes only, and a visible sentinel may have none.
        hasMore ? (
          <Sentinel key={items.length} isLoading={isLoadingMore} onSeen={onMore} />
        ) : (
          end
        )}
      </div>
    </div>
  )
}

/** Row heights for each history entry: without them the scroll position can't be restored. */
const heights = new Map<string, { rows: number; cache: CacheSnapshot }>()

function useHeights(rows: number) {
  const list = useRef<WindowVirtualizerHandle>(null)
  const [kept] = useState(() => heights.get(entryKey()))
  const page = useRef({ key: '', rows })
  // The address of this entry may have changed meanwhile, because filters are part of it.
  useEffect(() => {
    page.current = { key: entryKey(), rows }
  })
  useLayoutEffect(
    () => () => {
      const { key, rows: count } = page.current
      if (list.current) heights.set(key, { rows: count, cache: list.current.cache })
    },
    [],
  )
  return { list, cache: kept?.rows === rows ? kept.cache : undefined }
}

function Sentinel({ isLoading, onSeen }: { isLoading: boolean; onSeen: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    if (!element.current || isLoading) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((it) => it.isIntersecting)) seen.current()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [isLoading])
  return (
    <div ref={element} className="flex min-h-11 items-center gap-2">
      {isLoading && (
        <>
          <Spinner />
          <Trans>Loading more</Trans>
        </>
      )}
    </div>
  )
}
