import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderDraft } from '#protocol/orders.ts'
import { classNames } from '../../ui/class-names.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'

interface OrderLinesProps {
  draft: Pick<OrderDraft, 'currency' | 'quantity' | 'unitPrice' | 'amount' | 'discount' | 'coupon' | 'actualPayment'>
  /** The order was paid: the last line is of the past. */
  isPaid?: boolean
  /** The draft is being priced again: the numbers shown are those before. */
  isSettling?: boolean
  /** The choice of the coupon, where it can be changed. */
  couponChoice?: ReactNode
}

/** The calculation of the price: amount − discount − coupon = actual payment. */
export function OrderLines({
  draft: { currency, quantity, unitPrice, amount, discount, coupon, actualPayment },
  isPaid = false,
  isSettling = false,
  couponChoice,
}: OrderLinesProps) {
  return (
    <div
      aria-busy={isSettling || undefined}
      className={classNames('transition-opacity duration-(--quick)', isSettling && 'opacity-50')}
    >
      <Facts>
        <Fact
          name={
            <Trans>
              {quantity} × <Money isOpen={!isPaid} value={unitPrice} currency={currency} />
            </Trans>
          }
        >
          <Money isOpen={!isPaid} value={amount} currency={currency} />
        </Fact>
        {discount > 0 && (
          <Fact name={<Trans>Quantity discount</Trans>}>
            <Money isOpen={!isPaid} value={-discount} currency={currency} />
          </Fact>
        )}
        {(couponChoice ?? coupon > 0) && (
          <Fact name={<Trans>Coupon</Trans>}>
            {couponChoice ?? <Money isOpen={!isPaid} value={-coupon} currency={currency} />}
          </Fact>
        )}
        <Fact
          name={
            <span className="font-strong text-ink">{isPaid ? <Trans>You paid</Trans> : <Trans>You pay</Trans>}</span>
          }
        >
          <span aria-live="polite">
            <Money isOpen={!isPaid} value={actualPayment} currency={currency} size="title" />
          </span>
        </Fact>
      </Facts>
    </div>
  )
}
