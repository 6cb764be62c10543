import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { QueryStates, type QueryLike } from './query-states.tsx'
import { useOnline } from './use-online.ts'
import { hasAnswer, hasNetwork, useReason } from './use-reason.ts'

interface SectionStatesProps<T> {
  query: QueryLike<T>
  children: (data: T) => ReactNode
  skeleton?: ReactNode
}

/**
 * The states of a section without which its screen works too: as QueryStates, but nothing in the place of what loads,
 * and one line in the place of what failed, with the reason.
 */
export function SectionStates<T>({ query, children, skeleton = null }: SectionStatesProps<T>) {
  const { data, error, errorUpdateCount = 0, fetchStatus, refetch } = query
  const { t } = useLingui()
  const isOnline = useOnline()
  const reason = useReason()
  const offline = hasNetwork() ? t`Voltfolio can't be reached` : t`You're offline`
  const why = isOnline ? hasAnswer(error) && reason(error) : offline
  // Until a retry has answered, the line and its button stay.
  if (data === undefined && (error || errorUpdateCount > 0 || fetchStatus === 'paused'))
    return (
      <div role="status" className="flex min-h-11 flex-wrap items-center gap-x-2 text-small text-ink-soft">
        <span>
          <Trans>This couldn't be loaded</Trans>
        </span>
        {why && <span>{why}</span>}
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
