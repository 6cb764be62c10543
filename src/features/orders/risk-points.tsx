import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { projectedIn } from '../../entities/projection.ts'
import { Percent, Projected, SettlementName, Term } from '../../entities/product-words.tsx'

export interface RiskPoint {
  /** Another one where the point says something else, so that it has to be read again. */
  key: string
  icon: IconName
  title: ReactNode
  text: ReactNode
}

/** The risks that the member has to read before paying, in the numbers of this purchase. */
export function riskPoints(draft: OrderDraft, product: ProductDetail): RiskPoint[] {
  const { currency, quantity, actualPayment } = draft
  const { validityDays, settlementType, memberShareBp, unitsTotal, earnedLast30Days, cancellationHours } = product
  const days = Math.min(30, validityDays)
  const payment = <Money isOpen value={actualPayment} currency={currency} />
  return [
    {
      key: 'price',
      icon: 'coin',
      title: <Trans>What you pay</Trans>,
      text: (
        <Trans>
          {payment} for <Plural value={quantity} one="# unit" other="# units" /> of {draft.productName}. You don't get
          the price back at the end. What you get is income, and it may add up to less than the price.
        </Trans>
      ),
    },
    {
      key: `term ${validityDays} ${settlementType}`,
      icon: 'calendar',
      title: <Trans>How long it earns</Trans>,
      text: (
        <Trans>
          <Term days={validityDays} /> from the moment you buy. <SettlementName type={settlementType} />. Then the units
          end.
        </Trans>
      ),
    },
    {
      key: `fees ${memberShareBp} ${unitsTotal}`,
      icon: 'receipt',
      title: <Trans>Fees</Trans>,
      text: (
        <Trans>
          The operator keeps <Percent bp={10_000 - memberShareBp} /> of the machine's revenue to run it. The rest is
          divided among all {unitsTotal} units, sold or not. Withdrawing money can cost a fee, which you see before you
          confirm.
        </Trans>
      ),
    },
    {
      key: 'earned',
      icon: 'chart',
      title: <Trans>What it really earned</Trans>,
      text:
        earnedLast30Days === null ? (
          <Trans>Nothing yet: the machine is new, so there's no record to go by.</Trans>
        ) : (
          <Trans>
            <Money isOpen value={earnedLast30Days * quantity} currency={currency} /> in the last 30 days, for the number
            of units you're buying. The next 30 days can be worse.
          </Trans>
        ),
    },
    {
      key: 'projected',
      icon: 'info',
      title: (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Trans>What to expect</Trans>
          <Projected />
        </span>
      ),
      text: (
        <Trans>
          <Money isOpen value={projectedIn(product, days) * quantity} currency={currency} projected /> in{' '}
          <Term days={days} />. This is an estimate, not a promise. It's paid only from the machine's own revenue.
        </Trans>
      ),
    },
    {
      key: 'idle',
      icon: 'clock',
      title: <Trans>If the machine isn't running</Trans>,
      text: <Trans>While the machine is idle, resting or broken, it earns nothing. The term isn't extended.</Trans>,
    },
    {
      key: 'sold',
      icon: 'warning',
      title: <Trans>If the machine is sold or removed</Trans>,
      text: (
        <Trans>
          Its units stop earning, and nothing replaces that income. You keep what was earned until then, and the part of
          your payment that is for the rest of the term returns to the wallet it came from.
        </Trans>
      ),
    },
    {
      key: `cancel ${cancellationHours}`,
      icon: 'refresh',
      title: <Trans>If you change your mind</Trans>,
      text:
        cancellationHours === 0 ? (
          <Trans>This purchase can't be cancelled.</Trans>
        ) : (
          <Trans>
            Cancel within <Plural value={cancellationHours} one="# hour" other="# hours" /> and the payment returns to
            the wallet it came from, minus the income already settled for the units, which you keep. After that, or once
            they have earned more than you paid, you can't cancel.
          </Trans>
        ),
    },
  ]
}
