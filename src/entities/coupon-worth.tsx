import { Plural, Trans } from '@lingui/react/macro'
import type { Reward } from '#protocol/rewards.ts'
import { Money } from '../ui/money.tsx'
import { CouponTerms } from './coupon-terms.tsx'
import { Percent } from './product-words.tsx'

interface CouponWorthProps {
  reward: Reward | null | undefined
  /** The member won it: what it takes off is hidden where amounts are. */
  isOwn?: boolean
}

/** What a coupon is worth that can be won, or waits to be claimed; nothing where an older answer doesn't say. */
export function CouponWorth({ reward, isOwn = false }: CouponWorthProps) {
  if (reward?.of !== 'coupon' || !reward.terms) return null
  const { type, value, currency, days } = reward.terms
  return (
    <span className="block basis-full text-small text-ink-soft">
      <span className="block">
        {type === 1 ? (
          <Trans>
            <Percent bp={value} /> off one order
          </Trans>
        ) : (
          <Trans>
            <Money isOpen={!isOwn} value={value} currency={currency} /> off one order
          </Trans>
        )}
      </span>
      <CouponTerms coupon={reward.terms} />
      <span className="block">
        <Plural value={days} one="within # day of claiming" other="within # days of claiming" />
      </span>
    </span>
  )
}
