import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { UnitDetail } from '#protocol/products.ts'
import { millisOf } from '../../lib/clock.ts'
import { onThisClock } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useSecondsLeft } from '../../ui/use-seconds-left.ts'

// Lazy, because the dialog's code has 34 kB and no product needs it to be shown.
const CancelDialog = lazy(() => import('./cancel-dialog.tsx').then((it) => it.CancelDialog))

/** The button that cancels the unit's order, as long as that is allowed. */
export function CancelOrder({ unit }: { unit: UnitDetail }) {
  const { orderId, cancellableUntil, cancellation, currency, status } = unit
  const until = cancellableUntil === null ? undefined : onThisClock(millisOf(cancellableUntil))
  const left = useSecondsLeft(until)
  const isOnline = useOnline()
  // Undefined until the dialog first opens. From then on it stays mounted, so that its closing animation runs.
  const [isAsked, setAsked] = useState<boolean>()
  if (status !== 'active' || until === undefined || left === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <p className="text-center text-small text-ink-soft">
        <Trans>
          You can cancel this order for another <Countdown until={until} />.
        </Trans>
      </p>
      {!isOnline && (
        <p className="text-center text-small text-ink-soft">
          <Trans>You need a connection to cancel.</Trans>
        </p>
      )}
      <Button look="plain" wide onClick={() => setAsked(true)}>
        <Trans>Cancel the order</Trans>
      </Button>
      {isAsked !== undefined && (
        <Suspense>
          <CancelDialog
            orderId={orderId}
            cancellation={cancellation ?? undefined}
            currency={currency}
            isOpen={isAsked}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
