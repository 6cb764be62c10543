import { useLingui } from '@lingui/react/macro'
import type { CardBill } from '#protocol/cards.ts'
import type { billStates } from './search.ts'

export type BillState = (typeof billStates)[number]

const states: Record<CardBill['status'], BillState> = { [-1]: 'overdue', 0: 'to-repay', 1: 'paused', 2: 'completed' }

/** The state that a bill's `status` stands for (specification 3). */
export function stateOf({ status }: Pick<CardBill, 'status'>): BillState {
  return states[status]
}

/** What is left to repay, in minor units, never below 0. */
export function leftOf({ amount, penalty, repaid }: Pick<CardBill, 'amount' | 'penalty' | 'repaid'>): number {
  return Math.max(0, amount + penalty - repaid)
}

/** What a bill's state is called, and what it means. */
export function useBillWords(): Record<BillState, { name: string; meaning: string }> {
  const { t } = useLingui()
  return {
    overdue: { name: t`Overdue`, meaning: t`The due date has passed.` },
    'to-repay': { name: t`To repay`, meaning: t`You can repay all or part of it until the due date.` },
    paused: {
      name: t`Penalty paused`,
      meaning: t`The operator has paused the penalty. Nothing is added for now. You still have to repay what's left.`,
    },
    completed: { name: t`Completed`, meaning: t`Repaid in full.` },
  }
}
