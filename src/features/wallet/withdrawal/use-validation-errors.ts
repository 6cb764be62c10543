import { useLingui } from '@lingui/react/macro'
import { formatMoney } from '../../../lib/money.ts'
import { useOwnMoney } from '../../../ui/own-money.ts'
import type { Limits, WithdrawalError } from './validation-error.ts'

/** The words of the amount's validation error: what is wrong and what to do. */
export function useWithdrawalErrors(): (validationError: WithdrawalError, limits: Limits | undefined) => string {
  const { t, i18n } = useLingui()
  const ownMoney = useOwnMoney()
  return (validationError, limits) => {
    const balance = limits ? ownMoney(limits.balance, limits.currency) : ''
    const money = (of: 'minimum' | 'maximum' | 'leftToday') =>
      limits ? formatMoney(limits[of], limits.currency, i18n.locale) : ''
    const [minimum, maximum, left] = [money('minimum'), money('maximum'), money('leftToday')]
    const words: Record<WithdrawalError, string> = {
      amountMissing: t`Enter an amount`,
      belowMinimum: t`Withdraw at least ${minimum}`,
      aboveMaximum: t`Withdraw at most ${maximum} at a time`,
      aboveBalance: t`Your income wallet has ${balance}`,
      aboveDay: t`You can withdraw ${left} more today. Withdraw the rest tomorrow`,
    }
    return words[validationError]
  }
}
