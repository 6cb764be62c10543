import { Trans, useLingui } from '@lingui/react/macro'
import { orderCancel } from '#protocol/orders.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'

/** Cancels an order, after saying what is lost and what is refunded. */
export function CancelDialog({ orderId, isOpen, onClose }: { orderId: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const { run, check, unknown, isChecking, isBusy, isReady, sheet } = useCommand(orderCancel, {
    concerns: (it) => it.orderId === orderId,
    onOutcome: (outcome) => {
      if (outcome.kind === 'rejected') toast(reason(outcome.error), { tone: 'danger', duration: 6000 })
      if (outcome.kind !== 'applied') return
      toast(t`Order cancelled. The payment is back in your wallet.`, { tone: 'positive' })
      onClose()
    },
  })
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={<Trans>Cancel this order?</Trans>}
        actions={
          <>
            <Button
              look="danger"
              wide
              busy={isBusy}
              disabled={!isOnline || !isReady || unknown !== undefined}
              onClick={() => void run({ orderId })}
            >
              <Trans>Cancel the order</Trans>
            </Button>
            <Button look="plain" wide onClick={onClose}>
              <Trans>Keep the order</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Every unit of this order ends, and the whole payment returns to the wallet it came from. What was settled
          stays yours; what the machine took in since then does not follow. Gift points go back.
        </Trans>{' '}
        <Trans>A coupon you used can be used again until it expires.</Trans>
        {unknown && (
          <div className="mt-3">
            <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
          </div>
        )}
      </Dialog>
      <CommandSheet {...sheet} />
    </>
  )
}
