import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/**
 * Shown when a movement was sent and its response was lost. Until the outcome is known, no other movement can be sent.
 */
export function UnknownOutcome({
  children,
  onCheck,
  isChecking,
}: {
  children: ReactNode
  onCheck: () => void
  isChecking: boolean
}) {
  return (
    <div role="status">
      <EmptyState
        art="offline"
        title={<Trans>Not known yet whether it happened</Trans>}
        action={
          <Button icon="refresh" busy={isChecking} onClick={onCheck}>
            <Trans>Check now</Trans>
          </Button>
        }
      >
        {children}{' '}
        <Trans>
          The network broke off on the way. The server is asked what became of it as soon as there is a network; it
          can't happen twice.
        </Trans>
      </EmptyState>
    </div>
  )
}
