import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { projectedIn } from '../../entities/projection.ts'
import { Percent, Projected, SettlementName, Term } from '../../entities/product-words.tsx'

export interface RiskPoint {
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
  const payment = <Money value={actualPayment} currency={currency} />
  return [
    {
      key: 'price',
      icon: 'coin',
      title: <Trans>What you pay</Trans>,
      text: (
        <Trans>
          {payment} for <Plural value={quantity} one="# unit" other="# units" /> of {draft.productName}. The price is
          not paid back at the end. What you get for it is income, and it may come to less than the price.
        </Trans>
      ),
    },
    {
      key: 'term',
      icon: 'calendar',
      title: <Trans>How long it earns</Trans>,
      text: (
        <Trans>
          <Term days={validityDays} /> from the moment you buy. <SettlementName type={settlementType} />. After that the
          units end.
        </Trans>
      ),
    },
    {
      key: 'fees',
      icon: 'receipt',
      title: <Trans>Fees</Trans>,
      text: (
        <Trans>
          Of everything the machine takes in, the operator keeps <Percent bp={10_000 - memberShareBp} /> to run it. The
          rest is divided among all {unitsTotal} units, sold or not. Withdrawing money can cost a fee, shown before you
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
          <Trans>Nothing yet: the machine is new, so there is no record to go by.</Trans>
        ) : (
          <Trans>
            <Money value={earnedLast30Days * quantity} currency={currency} /> in the last 30 days, for as many units as
            you are buying. The next 30 days can be worse.
          </Trans>
        ),
    },
    {
      key: 'projected',
      icon: 'info',
      title: (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Trans>What is expected</Trans>
          <Projected />
        </span>
      ),
      text: (
        <Trans>
          <Money value={projectedIn(product, days) * quantity} currency={currency} projected /> in <Term days={days} />.
          This is an estimate. Nobody promises it, and nothing but the machine's own takings pays it.
        </Trans>
      ),
    },
    {
      key: 'idle',
      icon: 'clock',
      title: <Trans>When it stands still</Trans>,
      text: (
        <Trans>While the machine is idle, resting or broken it earns nothing, and the term is not made longer.</Trans>
      ),
    },
    {
      key: 'sold',
      icon: 'warning',
      title: <Trans>When it is sold or taken away</Trans>,
      text: (
        <Trans>
          Then its units stop earning, and nothing is paid in its place. What was earned until then stays yours.
        </Trans>
      ),
    },
    {
      key: 'cancel',
      icon: 'refresh',
      title: <Trans>When you change your mind</Trans>,
      text:
        cancellationHours === 0 ? (
          <Trans>This purchase can't be cancelled.</Trans>
        ) : (
          <Trans>
            Cancel within <Plural value={cancellationHours} one="# hour" other="# hours" /> and the payment goes back to
            the wallet it came from, less what was settled for the units until then, which stays yours. After that, or
            once they have earned more than you paid, it can't be cancelled.
          </Trans>
        ),
    },
  ]
}
