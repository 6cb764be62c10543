import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Reward } from '#protocol/rewards.ts'
import { Money } from '../ui/money.tsx'
import { useRewardText } from './reward-text.tsx'

/** A reward that was given, with the way to where it lies now. */
export function RewardLink({ reward }: { reward: Reward }) {
  const text = useRewardText()
  switch (reward.of) {
    case 'money':
      return (
        <Link to="/pages/my/historyList" search={{ wallet: 'income' }} className={rewardLinkClass}>
          {/* One item of the flex box: between several, the space would be lost. */}
          <span>
            <Trans>
              <Money value={reward.amount} currency={reward.currency} /> paid into the income wallet
            </Trans>
          </span>
        </Link>
      )
    case 'gold':
    case 'lucky':
      return (
        <Link to="/pages/my/historyList" search={{ wallet: 'points' }} className={rewardLinkClass}>
          {text(reward)}
        </Link>
      )
    case 'coupon':
      return (
        <Link to="/pages/my/coupon" className={rewardLinkClass}>
          {text(reward)}
        </Link>
      )
  }
}

export const rewardLinkClass = 'inline-flex min-h-11 items-center text-accent-ink underline'
