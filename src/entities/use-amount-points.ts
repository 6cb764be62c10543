import { useLingui } from '@lingui/react/macro'
import { dayText } from '../lib/date-texts.ts'
import type { AreaPoint } from '../ui/chart-frame.tsx'
import { useSpokenMoney } from '../ui/own-money.ts'
import { ownedAmount } from './owned-amount.ts'

/**
 * Turns the member's amounts by day into points of a chart. Days before `firstDay`, the first on which they owned
 * anything of it, are empty; undefined where that isn't known.
 */
export function useAmountPoints() {
  const { t, i18n } = useLingui()
  const money = useSpokenMoney()
  return (
    days: readonly { day: string; amount: number }[],
    currency: string,
    firstDay: string | undefined,
  ): AreaPoint[] =>
    days.map((it) => {
      const value = ownedAmount(it, firstDay)
      return {
        label: dayText(it.day, i18n.locale),
        value,
        text: value === null ? t`not yours yet` : money(value, currency),
      }
    })
}
