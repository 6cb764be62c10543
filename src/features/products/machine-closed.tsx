import { Trans } from '@lingui/react/macro'
import type { Closing } from '#protocol/products.ts'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { DayTime } from './day-time.tsx'

interface MachineClosedProps {
  closing: Omit<Closing, 'refund'> & Partial<Closing>
  currency: string
}

/** When and why a machine was closed for good, and what went back to the owner who looks at it. */
export function MachineClosed({ closing: { at, reason, refund }, currency }: MachineClosedProps) {
  return (
    <Card tone="warning">
      <p className="font-strong">
        <Trans>
          This machine was closed for good on <DayTime at={at} />.
        </Trans>
      </p>
      <p dir="auto" className="wrap-anywhere">
        {reason}
      </p>
      {refund !== undefined && (
        <p>
          <Trans>
            <Money value={refund} currency={currency} /> of your order came back to the wallet that paid for it.
          </Trans>
        </p>
      )}
    </Card>
  )
}
