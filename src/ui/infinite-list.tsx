import { Trans } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { WindowVirtualizer, type CacheSnapshot, type WindowVirtualizerHandle } from 'virtua'
import { Button } from './button.tsx'
import { entryKey } from './focus-return.ts'
import { Spinner } from './spinner.tsx'

interface InfiniteListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T, index: number) => ReactElement
  /** Of `useInfiniteQuery`: whether there is more, whether it is coming, whether it failed, and how to ask for it. */
  hasMore: boolean
  isLoadingMore: boolean
  hasFailed?: boolean
  onMore: () => void
  /** Said once the end is reached; nothing for short lists. */
  end?: ReactNode
}

/** A long list of which only what is in sight is drawn; the next page is asked for before its end is reached. */
export function InfiniteList<T>({
  items,
  keyOf,
  children,
  hasMore,
  isLoadingMore,
  hasFailed = false,
  onMore,
  end,
}: InfiniteListProps<T>) {
  const { list, cache } = useHeights(items.length)
  return (
    <div>
      {/* Virtua takes no press until 150 ms after the last scroll: one that began in between was lost, with a wheel and
          a mouse. */}
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
        {hasFailed && !isLoadingMore ? (
          <Button look="plain" size="small" icon="refresh" onClick={onMore}>
            <Trans>More could not be loaded. Try again</Trans>
          </Button>
        ) : // Anew for each page: an observer tells only of a change, and a sentinel that never left the sight has none.
        hasMore ? (
          <Sentinel key={items.length} isLoading={isLoadingMore} onSeen={onMore} />
        ) : (
          end
        )}
      </div>
    </div>
  )
}

/** How tall the rows of each page of the history were: without them nobody can be brought back to where they were. */
const heights = new Map<string, { rows: number; cache: CacheSnapshot }>()

function useHeights(rows: number) {
  const list = useRef<WindowVirtualizerHandle>(null)
  const [kept] = useState(() => heights.get(entryKey()))
  const page = useRef({ key: '', rows })
  // The address may have changed since, by a filter that is kept in it.
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
