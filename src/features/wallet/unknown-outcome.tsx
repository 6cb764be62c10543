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
        title={<Trans>We don't know yet if it went through</Trans>}
        action={
          <Button icon="refresh" busy={isChecking} onClick={onCheck}>
            <Trans>Check now</Trans>
          </Button>
        }
      >
        {children}{' '}
        <Trans>
          The connection dropped. We ask the server what happened as soon as you're online. It can't happen twice.
        </Trans>
      </EmptyState>
    </div>
  )
}
