import type { QueryClient } from '@tanstack/react-query'
import type { Withdrawal } from '#protocol/wallet.ts'
import { amendAnswer } from '../../../cache/amend-answer.ts'
import { withdrawing, withdrawingWith } from '../queries.ts'

/** Shows a withdrawal as a command has answered it, wherever it is listed, until the lists are read again. */
export function showWithdrawal(client: QueryClient, withdrawal: Withdrawal): void {
  for (const query of [withdrawing, withdrawingWith(withdrawal.id)])
    amendAnswer(client, query, (it) => ({ ...it, recent: withAnswer(it.recent, withdrawal) }))
}

/**
 * `withdrawal` in its place, or first where it is new; the list's own where that has come further meanwhile. One that
 * is cancelled is not new: it is too old for the list.
 */
function withAnswer(recent: readonly Withdrawal[], withdrawal: Withdrawal): Withdrawal[] {
  const listed = recent.find((it) => it.id === withdrawal.id)
  if (!listed) return withdrawal.cancelledAt ? [...recent] : [withdrawal, ...recent]
  const newer = listed.steps.length > withdrawal.steps.length ? listed : withdrawal
  return recent.map((it) => (it === listed ? newer : it))
}
