import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useOnline } from './use-online.ts'

interface FailureProps {
  /** What went wrong, in words; without it the most likely cause. */
  reason?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
}

/** Takes the place of data that couldn't be loaded: what happened, and a retry. Never replaces data that is loaded. */
export function Failure({ reason, onRetry, isRetrying = false }: FailureProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const retry = onRetry && (
    <Button look="quiet" icon="refresh" busy={isRetrying} onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <div role="alert">
      {isOnline ? (
        <EmptyState art="error" title={t`This couldn't be loaded`} action={retry}>
          {reason ?? <Trans>Something went wrong while loading. Your money and your machines aren't affected.</Trans>}
        </EmptyState>
      ) : (
        <EmptyState art="offline" title={t`You're offline`} action={retry}>
          <Trans>
            You haven't opened this page on this device before, so there's nothing saved to show. It loads when you're
            back online.
          </Trans>
        </EmptyState>
      )}
    </div>
  )
}
