import type { Withdrawal } from '#protocol/wallet.ts'
import type { WithdrawalState } from './withdrawal-words.ts'

/** A state on a withdrawal's way. `at` is when it came, null where it is still ahead. */
export interface Step {
  state: WithdrawalState
  at: string | null
}

const way: readonly WithdrawalState[] = ['requested', 'approved', 'sent', 'arrived']

/**
 * The way of a withdrawal: what has been, each with its time, then what is still ahead. Nothing is ahead of a returned
 * one.
 */
export function stepsOf({ steps, state }: Pick<Withdrawal, 'steps' | 'state'>): Step[] {
  const been = steps.map((it): Step => ({ ...it }))
  if (state === 'returned' || state === 'arrived') return been
  return [...been, ...way.slice(way.indexOf(state) + 1).map((it): Step => ({ state: it, at: null }))]
}
