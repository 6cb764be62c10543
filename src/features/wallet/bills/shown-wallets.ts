import { useQuery } from '@tanstack/react-query'
import type { WalletName } from '#protocol/bill-types.ts'
import { featureFlags } from '../../../entities/feature-flags.ts'
import { balances } from '../../../entities/balances.ts'

const inOrder: readonly WalletName[] = ['income', 'recharge', 'points', 'time-deposit']

/**
 * The wallets to show. The time deposit is shown where the operator offers it, and always while it holds the member's
 * money.
 */
export function useShownWallets(): WalletName[] {
  const isShown = useQuery(featureFlags).data?.showTimeDeposit === true
  const hasDeposit = (useQuery(balances).data?.timeDeposit ?? 0) > 0
  return inOrder.filter((it) => it !== 'time-deposit' || isShown || hasDeposit)
}
