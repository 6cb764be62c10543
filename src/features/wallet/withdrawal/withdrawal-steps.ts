import type { Withdrawal } from '#protocol/wallet.ts'
import type { WithdrawalState } from './withdrawal-words.ts'

/** A state of a withdrawal. `at` is the time at which it was reached, null for a future state. */
export interface Step {
  state: WithdrawalState
  at: string | null
}

const way: readonly WithdrawalState[] = ['requested', 'approved', 'sent', 'arrived']

/**
 * The states of a withdrawal: those reached, each with its time, then the future ones. A returned withdrawal has no
 * future states.
 */
export function stepsOf({ steps, state }: Pick<Withdrawal, 'steps' | 'state'>): Step[] {
  const been = steps.map((it): Step => ({ ...it }))
  if (state === 'returned' || state === 'arrived') return been
  return [...been, ...way.slice(way.indexOf(state) + 1).map((it): Step => ({ state: it, at: null }))]
}
