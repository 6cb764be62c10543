import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useOnline } from './use-online.ts'
import { hasNetwork, useReason } from './use-reason.ts'

interface FailureProps {
  /** Null where nothing has failed yet: there is no network to ask. */
  error: unknown
  /** What is said without a network of what is saved and holds no longer; absent where nothing is saved. */
  earlier?: ReactNode
  onRetry: () => void
  isRetrying: boolean
}

/** Takes the place of data that couldn't be loaded: what happened, and a retry. Never replaces data that is loaded. */
export function Failure({ error, earlier, onRetry, isRetrying }: FailureProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const reason = useReason()
  // A retry may fail for the same reason: its words are then put in anew, which a screen reader says.
  const [told, setTold] = useState({ error, count: 0 })
  if (error !== told.error) setTold({ error, count: told.count + 1 })
  const retry = (
    <Button look="quiet" icon="refresh" busy={isRetrying} onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <div role="alert">
      {isOnline ? (
        <EmptyState art="error" title={t`This couldn't be loaded`} action={retry}>
          {error ? (
            <span key={told.count}>{reason(error)}</span>
          ) : (
            <Trans>Something went wrong while loading. Your money and your machines aren't affected.</Trans>
          )}
        </EmptyState>
      ) : (
        <EmptyState
          art="offline"
          title={hasNetwork() ? t`Voltfolio can't be reached` : t`You're offline`}
          action={retry}
        >
          {earlier ?? (
            <Trans>Nothing of this page is saved on this device. It loads as soon as the server answers.</Trans>
          )}
        </EmptyState>
      )}
    </div>
  )
}
