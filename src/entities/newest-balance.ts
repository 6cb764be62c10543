import { useQuery } from '@tanstack/react-query'
import { balances } from './balances.ts'

interface Figure {
  /** Minor units. */
  balance: number
  /** When the server said so, in milliseconds. */
  at: number
}

/**
 * What is in a wallet by the newest answer: the wallets', or the one that the screen opened with. Without a network
 * they are of different times, and no two screens may show two balances. Undefined where neither was ever fetched.
 */
export function useNewestBalance(wallet: 'recharge' | 'income', opened?: Figure): Figure | undefined {
  const { data, dataUpdatedAt } = useQuery(balances)
  if (data === undefined || (opened && opened.at > dataUpdatedAt)) return opened
  return { balance: data[wallet], at: dataUpdatedAt }
}
