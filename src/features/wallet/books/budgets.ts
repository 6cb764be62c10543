import { useLingui } from '@lingui/react/macro'
import type { operatorBudgets } from '#protocol/home.ts'

/** The names of the budgets, the same for one payment and for all of them. */
export function useBudgetNames(): Record<(typeof operatorBudgets)[number], string> {
  const { t } = useLingui()
  return { prizes: t`For prizes and gift codes`, salaries: t`For weekly salaries`, deposits: t`For interest` }
}
