import type { Bill } from '#protocol/wallet.ts'
import { meaningOf, partsOf, type BillType, type WalletName } from '#protocol/bill-types.ts'

/** `vehicle` and `pile` are told by what a machine brought on a day rather than bill by bill. */
export type SummaryType = 'vehicle' | 'pile'

export function isSummary(type: BillType | undefined): type is SummaryType {
  return type === 'vehicle' || type === 'pile'
}

/**
 * Whether a bill belongs to a wallet and a type. Without a wallet every bill does, except the other side of a claim.
 */
export function fits(
  bill: Pick<Bill, 'wallet' | 'kind'>,
  wallet: WalletName | undefined,
  type: BillType | undefined,
): boolean {
  // Pending income is no wallet of its own. Its bills are shown where the type is income.
  const isHere =
    type === 'income' ||
    (wallet === undefined ? bill.wallet !== 'pending' || bill.kind === 'income' : isAmong(partsOf[wallet], bill.wallet))
  return isHere && (type === undefined || isSummary(type) || isOf(bill, type))
}

/** Whether a bill is of a type, in whatever wallet. */
export function isOf({ wallet, kind }: Pick<Bill, 'wallet' | 'kind'>, type: BillType): boolean {
  const { wallets, kinds } = meaningOf[type]
  return (wallets === undefined || isAmong(wallets, wallet)) && (kinds === undefined || isAmong(kinds, kind))
}

/** A bill of a newer server may be of a wallet or a kind that is in no list. */
function isAmong(list: readonly string[], it: string): boolean {
  return list.includes(it)
}
