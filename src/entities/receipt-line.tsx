import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { PendingBadge, type PendingState } from './pending-badge.tsx'
import { ReplyReason } from './reply-reason.tsx'
import { useWhen } from './use-when.ts'

interface ReceiptLineProps {
  stands: 'due' | 'sent' | 'rejected' | 'received' | 'later'
  /** The button that receives it. */
  action: ReactNode
  /** The state of the command that receives it, where there is one. */
  pending: PendingState | undefined
  /** The server's reply to that command. */
  reply: ComponentProps<typeof ReplyReason>['reply']
  onDismiss: () => void
  receivedAt: string | null
  /** The condition that isn't met yet. */
  later?: ReactNode
}

/**
 * The state of a payment or reward that the member receives by a button. Its amount moves only when the server confirms
 * it.
 */
export function ReceiptLine(props: ReceiptLineProps) {
  return (
    <div role="status" className="mt-1">
      <Line {...props} />
    </div>
  )
}

function Line({ stands, action, pending, reply, onDismiss, receivedAt, later }: ReceiptLineProps): ReactNode {
  const when = useWhen()
  switch (stands) {
    case 'due':
      return action
    case 'sent':
      return (
        pending && (
          <p className={lineClass}>
            <PendingBadge state={pending} />
            <Trans>It's only paid once, however often it's sent.</Trans>
          </p>
        )
      )
    case 'received':
      return (
        <p className={lineClass}>
          <Chip tone="positive" icon="check">
            <Trans>Claimed</Trans>
          </Chip>
          {receivedAt !== null && (
            <time dateTime={receivedAt} className="figures">
              {when(receivedAt)}
            </time>
          )}
        </p>
      )
    case 'rejected':
      return (
        <div className="text-small">
          <p className="text-danger">
            <ReplyReason reply={reply}>
              <Trans>It couldn't be sent.</Trans>
            </ReplyReason>
          </p>
          <span className="-ms-4">
            <Button look="plain" size="small" onClick={onDismiss}>
              <Trans>Dismiss</Trans>
            </Button>
          </span>
        </div>
      )
    case 'later':
      return (
        <p className={lineClass}>
          <Chip>
            <Trans>Can't be claimed yet</Trans>
          </Chip>
          {later}
        </p>
      )
  }
}

const lineClass = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft'
