import { useQuery } from '@tanstack/react-query'
import type { walletNames } from '#protocol/words.ts'
import { featureFlags } from '../../../entities/feature-flags.ts'
import { balances } from '../../../entities/balances.ts'

type Wallet = (typeof walletNames)[number]

const inOrder: readonly Wallet[] = ['income', 'recharge', 'points', 'time-deposit']

/**
 * The wallets, the time deposit only where the operator shows it; but what is in it is the member's and is never out of
 * sight.
 */
export function useShownWallets(): Wallet[] {
  const isShown = useQuery(featureFlags).data?.showTimeDeposit === true
  const hasDeposit = (useQuery(balances).data?.timeDeposit ?? 0) > 0
  return inOrder.filter((it) => it !== 'time-deposit' || isShown || hasDeposit)
}
