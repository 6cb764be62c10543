import { Trans } from '@lingui/react/macro'
import type { Coupon } from '#protocol/wallet.ts'
import { Money } from '../ui/money.tsx'

/** The minimum price, and the most that the coupon takes off. */
export function CouponTerms({ coupon }: { coupon: Pick<Coupon, 'minimumSpend' | 'savesAtMost' | 'currency'> }) {
  const { minimumSpend, savesAtMost, currency } = coupon
  return (
    <>
      {minimumSpend > 0 && (
        <span className="block">
          <Trans>
            From <Money isOpen value={minimumSpend} currency={currency} />
          </Trans>
        </span>
      )}
      {savesAtMost !== null && (
        <span className="block">
          <Trans>
            At most <Money isOpen value={savesAtMost} currency={currency} />
          </Trans>
        </span>
      )}
    </>
  )
}
