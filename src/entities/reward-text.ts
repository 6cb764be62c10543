import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Reward } from '#protocol/rewards.ts'
import { formatMoney } from '../lib/money.ts'

/** What a prize, a quiz or a code gives, as a text: "50 gold coins". */
export function useRewardText(): (reward: Reward) => string {
  const { t, i18n } = useLingui()
  return (reward) => {
    switch (reward.of) {
      case 'money':
        return formatMoney(reward.amount, reward.currency, i18n.locale)
      case 'gold':
        return t`${plural(reward.amount, { one: '# gold coin', other: '# gold coins' })}`
      case 'lucky':
        return t`${plural(reward.amount, { one: '# Lucky Ball', other: '# Lucky Balls' })}`
      case 'coupon':
        return t`Coupon: ${reward.name}`
    }
  }
}
