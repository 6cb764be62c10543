import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { QueryStates, type QueryLike } from './query-states.tsx'

interface SectionStatesProps<T> {
  query: QueryLike<T>
  children: (data: T) => ReactNode
  skeleton?: ReactNode
}

/**
 * The states of a section without which its screen works too: as QueryStates, but nothing in the place of what loads,
 * and one line in the place of what failed.
 */
export function SectionStates<T>({ query, children, skeleton = null }: SectionStatesProps<T>) {
  const { data, error, errorUpdateCount = 0, fetchStatus, refetch } = query
  // Until a retry has answered, the line and its button stay.
  if (data === undefined && (error || errorUpdateCount > 0 || fetchStatus === 'paused'))
    return (
      <div role="status" className="flex min-h-11 flex-wrap items-center gap-x-2 text-small text-ink-soft">
        <Trans>This couldn't be loaded</Trans>
        <Button look="plain" size="small" busy={fetchStatus === 'fetching'} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  return (
    <QueryStates query={query} skeleton={skeleton}>
      {children}
    </QueryStates>
  )
}
