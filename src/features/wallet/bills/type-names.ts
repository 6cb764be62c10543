import { useLingui } from '@lingui/react/macro'
import type { BillType } from './bill-types.ts'

/** The types of bills, as the specification names them. */
export function useTypeNames(): Record<BillType, string> {
  const { t } = useLingui()
  return {
    income: t`Income`,
    transfer: t`Transfer into the wallet`,
    vehicle: t`Vehicle income summary`,
    pile: t`Charging pile income`,
    recharge: t`Recharge`,
    withdrawal: t`Withdrawal`,
    exchange: t`Exchange`,
    deposit: t`Time deposit`,
    purchase: t`Purchase and refund`,
    points: t`Points`,
    quiz: t`Quiz reward`,
  }
}
