import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { pointsOrderReceive, pointsOrderRefund } from '#protocol/pointsmall.ts'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ShownOrder } from './commands.ts'

/** Whether there is something to do about an order, or to say about what was done. */
export function hasActions({ order: { status, kind }, command }: ShownOrder): boolean {
  return command !== undefined || status === 301 || (status === 201 && kind === 'parcel')
}

/**
 * What the member can do about an order now, or how what they did stands. Both are saved offline and sent later. Shown
 * only where `hasActions`.
 */
export function OrderActions({ shown: { order, command } }: { shown: ShownOrder }) {
  if (command?.state === 'rejected')
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 text-small" role="status">
        <p className="text-danger">
          <ReplyReason reply={command.reply}>
            <Trans>It couldn't be sent.</Trans>
          </ReplyReason>
        </p>
        <Button look="plain" size="small" onClick={() => void dismiss(command.id)}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    )
  if (command)
    return (
      <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft" role="status">
        <PendingBadge state={shownState(command)} />
        {command.call === pointsOrderRefund.path ? (
          <Trans>You requested a refund.</Trans>
        ) : (
          <Trans>You confirmed that it arrived.</Trans>
        )}
      </p>
    )
  return order.status === 301 ? <Receive orderId={order.id} /> : <AskForRefund orderId={order.id} />
}

function Receive({ orderId }: { orderId: string }) {
  const { isBusy, run } = useCommand(pointsOrderReceive)
  const tell = useTellOutcome()
  return (
    <Button wide icon="check" busy={isBusy} onClick={() => void run({ orderId }).then(tell)}>
      <Trans>I have the parcel</Trans>
    </Button>
  )
}

function AskForRefund({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const { isBusy, run } = useCommand(pointsOrderRefund)
  const tell = useTellOutcome()
  const [isAsked, setAsked] = useState(false)
  const ask = () => {
    setAsked(false)
    void run({ orderId }).then((it) => tell(it, t`Saved: refund requested`))
  }
  return (
    <>
      <Button look="quiet" wide icon="refresh" busy={isBusy} onClick={() => setAsked(true)}>
        <Trans>Request a refund</Trans>
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Request a refund for this order?</Trans>}
        actions={
          <>
            <Button look="danger" wide onClick={ask}>
              <Trans>Request a refund</Trans>
            </Button>
            <Button look="plain" wide onClick={() => setAsked(false)}>
              <Trans>Keep the order</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          The operator has a day to say that the parcel has already shipped. Otherwise you automatically get all your
          gold coins back.
        </Trans>
      </Dialog>
    </>
  )
}
