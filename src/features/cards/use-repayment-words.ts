import { useLingui } from '@lingui/react/macro'
import { useOwnMoney } from '../../ui/own-money.ts'
import type { RepaymentError } from './repayment-validation.ts'

/** The text of a repayment's validation error: what is wrong and what to do. Amounts in minor units. */
export function useRepaymentWords(): (validationError: RepaymentError, left: number, currency: string) => string {
  const { t } = useLingui()
  const money = useOwnMoney()
  return (validationError, left, currency) => {
    const most = money(left, currency)
    const words: Record<RepaymentError, string> = {
      missing: t`Enter an amount`,
      tooMuch: t`You have ${most} left to repay`,
      tooLittleThere: t`There isn't enough in this wallet. Repay less, or pay from the other one`,
    }
    return words[validationError]
  }
}
