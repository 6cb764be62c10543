import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Reward } from '#protocol/rewards.ts'
import { formatMoney } from '../lib/money.ts'
import { useOwnMoney } from '../ui/own-money.ts'
import { hiddenPlace, MaskedText, WithHidden } from './masked-text.tsx'

type RewardText = (reward: Reward) => string

/** What can be won, or what a game costs, as a text: "50 gold coins". Anybody may know it. */
export function useRewardText(): RewardText {
  const { i18n } = useLingui()
  return useTextWith((minor, currency) => formatMoney(minor, currency, i18n.locale))
}

/** What the member won; money as dots, heard as words, while amounts are hidden. */
export function OwnReward({ reward }: { reward: Reward }) {
  const text = useTextWith(useOwnMoney(hiddenPlace))
  if (reward.of === 'coupon') return <MaskedText text={text(reward)} />
  return <WithHidden text={text(reward)} />
}

/** The words of the button that claims what the member won. */
export function ClaimReward({ reward }: { reward: Reward }) {
  const what = reward.of === 'coupon' ? <MaskedText text={reward.name} /> : <OwnReward reward={reward} />
  return <Trans>Claim {what}</Trans>
}

function useTextWith(money: (minor: number, currency: string) => string): RewardText {
  const { t } = useLingui()
  return (reward) => {
    switch (reward.of) {
      case 'money':
        return money(reward.amount, reward.currency)
      case 'gold':
        return t`${plural(reward.amount, { one: '# gold coin', other: '# gold coins' })}`
      case 'lucky':
        return t`${plural(reward.amount, { one: '# Lucky Ball', other: '# Lucky Balls' })}`
      case 'coupon':
        return t`Coupon: ${reward.name}`
    }
  }
}
