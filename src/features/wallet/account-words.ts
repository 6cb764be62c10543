import { useLingui } from '@lingui/react/macro'
import type { WalletName } from '#protocol/bill-types.ts'

/** The names of the wallets, the same everywhere. */
export function useWalletNames(): Record<WalletName, string> {
  const { t } = useLingui()
  // In some languages the word alone would be that of topping up.
  const recharge = t({ message: 'Recharge', context: 'wallet' })
  return { income: t`Income`, recharge, points: t`Points`, 'time-deposit': t`Deposit` }
}

/**
 * The name of a ledger account: the member's own, a machine's, or the operator's. An account that this version doesn't
 * know is shown by its code.
 */
export function useAccountWords(): (code: string) => string {
  const { t } = useLingui()
  const words: Record<string, string> = {
    recharge: t`Recharge wallet`,
    income: t`Income wallet`,
    pending: t`Income to be claimed`,
    deposit: t`Time deposits from recharge`,
    deposit_income: t`Time deposits from income`,
    gold: t`Gold coins`,
    lucky: t`Lucky Balls`,
    withdrawing: t`Withdrawals in progress`,
    wages: t`Pay not yet claimed`,
    prize_due: t`Prizes not yet claimed`,
    recharge_debt: t`Owed to the recharge wallet`,
    income_debt: t`Owed to the income wallet`,
    machine: t`The machine's own account`,
    vehicle_clearing: t`Settlement of vehicle income`,
    pile_clearing: t`Settlement of charging pile income`,
    sales: t`Sales of units`,
    operator: t`The operator`,
    reserve: t`Reserve for interest`,
    promised: t`Interest set aside for a deposit`,
    gifts: t`Budget for gift codes`,
    salary: t`Budget for pay`,
    prizes: t`Budget for prizes of games`,
    unowned: t`Payments for deleted accounts`,
    tax: t`Tax withheld`,
    mint: t`New coins and balls`,
    world: t`Outside: banks and payment rails`,
  }
  return (code) => (Object.hasOwn(words, code) ? words[code] : undefined) ?? code
}
