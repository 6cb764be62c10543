import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newId } from '../../api/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReason } from '../../ui/use-reason.ts'
import { cancelOrder } from './commands.ts'

/** Says what cancelling takes and gives, and does it. */
export function CancelDialog({ orderId, isOpen, onClose }: { orderId: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const reason = useReason()
  const [isBusy, setBusy] = useState(false)
  // One for this confirmation: pressing again after a lost answer cancels nothing twice.
  const [key] = useState(newId)

  async function cancel() {
    setBusy(true)
    try {
      await cancelOrder(orderId, key)
      toast(t`Order cancelled. The payment is back in your wallet.`, { tone: 'positive' })
      onClose()
    } catch (error) {
      toast(reason(error), { tone: 'danger', duration: 6000 })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Cancel this order?</Trans>}
      actions={
        <>
          <Button look="danger" wide busy={isBusy} onClick={() => void cancel()}>
            <Trans>Cancel the order</Trans>
          </Button>
          <Button look="plain" wide onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Every unit of this order ends, and the whole payment returns to the wallet it came from. What was settled stays
        yours; what the machine took in since then does not follow. Gift points go back.
      </Trans>{' '}
      <Trans>A coupon you used can be used again until it expires.</Trans>
    </Dialog>
  )
}
