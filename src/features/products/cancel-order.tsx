import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newId } from '../../api/device.ts'
import type { UnitDetail } from '#protocol/products.ts'
import { millisOf } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useReason } from '../../ui/use-reason.ts'
import { useSecondsLeft } from '../../ui/use-seconds-left.ts'
import { cancelOrder } from './commands.ts'

/** The way out, as long as it is open. */
export function CancelOrder({ unit: { orderId, cancellableUntil, status } }: { unit: UnitDetail }) {
  const until = cancellableUntil === null ? undefined : millisOf(cancellableUntil)
  const left = useSecondsLeft(until)
  const isOnline = useOnline()
  const [isAsked, setAsked] = useState(false)
  if (status !== 'active' || until === undefined || left === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-center text-small text-ink-soft"><Trans>The order can be cancelled for a full refund for another <Countdown until={until} />.</Trans></p>
      {!isOnline && <p className="text-center text-small text-ink-soft"><Trans>Cancelling needs a connection.</Trans></p>}
      <Button look="plain" wide onClick={() => setAsked(true)}><Trans>Cancel the order</Trans></Button>
      <Confirmation orderId={orderId} isOpen={isAsked} onClose={() => setAsked(false)} />
    </div>
  )
}

function Confirmation({ orderId, isOpen, onClose }: { orderId: string; isOpen: boolean; onClose: () => void }) {
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
      isOpen={isOpen} onClose={onClose} title={<Trans>Cancel this order?</Trans>}
      actions={
        <>
          <Button look="danger" wide busy={isBusy} onClick={() => void cancel()}><Trans>Cancel the order</Trans></Button>
          <Button look="plain" wide onClick={onClose}><Trans>Keep it</Trans></Button>
        </>
      }
    >
      <Trans>Every unit of this order ends, and the whole payment returns to the wallet it came from. What was settled stays yours; what the machine took in since then does not follow. Gift points go back.</Trans>{' '}
      <Trans>A coupon you used can be used again until it expires.</Trans>
    </Dialog>
  )
}
