import { useLingui } from '@lingui/react/macro'
import { formatMoney } from '../../lib/money.ts'
import type { RepaymentError } from './repayment-validation.ts'

/** The text of a repayment's validation error: what is wrong and what to do. Amounts in minor units. */
export function useRepaymentWords(): (validationError: RepaymentError, left: number, currency: string) => string {
  const { t, i18n } = useLingui()
  return (validationError, left, currency) => {
    const most = formatMoney(left, currency, i18n.locale)
    const words: Record<RepaymentError, string> = {
      missing: t`Enter an amount`,
      tooMuch: t`You have ${most} left to repay`,
      tooLittleThere: t`There isn't enough in this wallet. Repay less, or pay from the other one`,
    }
    return words[validationError]
  }
}
