import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { levelList, type Level } from '#protocol/levels.ts'
import { readOf } from '../cache/read-of.ts'
import { numberFormat } from '../lib/intl.ts'
import { formatMoney } from '../lib/money.ts'

/** Every level with its conditions and benefits; 2 is the specification's type of member levels. */
export const levels = readOf(levelList, { type: 2 })

type Needs = Pick<Level, 'growthNeeded'> & Partial<Pick<Level, 'rechargeNeeded' | 'teamSizeNeeded'>>

/**
 * The conditions of a level, one text each, without those that are 0; `currency` is the member's. Answers cached by an
 * older build have growth only.
 */
export function useLevelNeeds(): (needs: Needs, currency: string) => string[] {
  const { t, i18n } = useLingui()
  return ({ growthNeeded, rechargeNeeded = 0, teamSizeNeeded = 0 }, currency) => {
    const growth = numberFormat(i18n.locale).format(growthNeeded)
    const money = formatMoney(rechargeNeeded, currency, i18n.locale)
    return [
      ...(growthNeeded > 0 ? [t`${growth} growth`] : []),
      ...(rechargeNeeded > 0 ? [t`${money} topped up in total`] : []),
      ...(teamSizeNeeded > 0
        ? [t`${plural(teamSizeNeeded, { one: 'a team of # person', other: 'a team of # people' })}`]
        : []),
    ]
  }
}
