import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Reward } from '#protocol/rewards.ts'
import { formatMoney } from '../lib/money.ts'
import { useOwnMoney } from '../ui/own-money.ts'
import { useMasked } from './masked-text.tsx'

type RewardText = (reward: Reward) => string

/** What can be won, or what a game costs, as a text: "50 gold coins". Anybody may know it. */
export function useRewardText(): RewardText {
  const { i18n } = useLingui()
  return useTextWith((minor, currency) => formatMoney(minor, currency, i18n.locale))
}

/** What the member won, as a text; money as dots while amounts are hidden. */
export function useOwnRewardText(): RewardText {
  const text = useTextWith(useOwnMoney())
  const masked = useMasked()
  return (reward) => text(reward.of === 'coupon' ? { ...reward, name: masked(reward.name) } : reward)
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
