import type { Db } from '../db/open.ts'
import { balancesOf } from './accounts.ts'

/** A member's wallets, as they are shown. */
export type WalletCode = 'recharge' | 'income' | 'pending' | 'deposit' | 'gold' | 'lucky'

/**
 * The balances of a member's wallets: minor units of their currency, whole coins and balls; 0 where there is no
 * account.
 */
export async function walletsOf(db: Db, memberId: string): Promise<Record<WalletCode, number>> {
  const wallets = { recharge: 0, income: 0, pending: 0, deposit: 0, gold: 0, lucky: 0 }
  for (const { code, balance } of await balancesOf(db, memberId)) {
    const wallet = walletOf(code)
    if (wallet) wallets[wallet] += balance
  }
  return wallets
}

const shown: readonly WalletCode[] = ['recharge', 'income', 'pending', 'deposit', 'gold', 'lucky']

/**
 * The wallet that an account's code belongs to; undefined for accounts that no wallet shows. Time deposits are two
 * accounts, by the wallet that paid.
 */
export function walletOf(code: string): WalletCode | undefined {
  return shown.find((it) => it === (code === 'deposit_income' ? 'deposit' : code))
}
