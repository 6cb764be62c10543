/** The wallets of a member and their parts, as movements name them (`Bill.wallet`). */
export const billWallets = ['recharge', 'income', 'pending', 'deposit', 'gold', 'lucky'] as const
export type BillWallet = (typeof billWallets)[number]

/**
 * The reads that show what is in a wallet, or its movements. A write names in `moves` the wallets whose money or points
 * it moves, and invalidates with that every read listed here for one of them (specification 7).
 */
export const walletReads = {
  'g/account/info': billWallets,
  'capital/streamList': billWallets,
  'capital/dayTotals': billWallets,
  'capital/statement': billWallets,
  'g/account/bill/earn/list': ['pending', 'income'],
  'g/goods/withdrawInfo': ['income'],
  'capital/exchangeRule': ['income'],
  'order/getPrepayType': ['recharge', 'income'],
  'capital/deposit/list': ['deposit'],
  'g/user/goods/list': ['pending'],
  'g/user/goods/info': ['pending'],
  'g/user/goods/total': ['pending'],
  'g/user/vehicle/list': ['pending'],
  'g/user/vehicle/info': ['pending'],
  'g/user/vehicle/share/list': ['pending'],
  'game/sign/getSignNum': ['gold'],
  'game/box/list': ['gold', 'lucky'],
  'lottery/info': ['gold', 'lucky'],
} as const satisfies Readonly<Record<string, readonly BillWallet[]>>

export type WalletRead = keyof typeof walletReads

export function readsOf(moved: readonly BillWallet[]): WalletRead[] {
  return (Object.keys(walletReads) as WalletRead[]).filter((path) =>
    walletReads[path].some((wallet: BillWallet) => moved.includes(wallet)),
  )
}
