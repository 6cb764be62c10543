import type { Bill } from '#protocol/wallet.ts'
import type { billTypes, walletNames } from '#protocol/words.ts'

export type WalletName = (typeof walletNames)[number]
export type BillType = (typeof billTypes)[number]
/** `vehicle` and `pile` are told by what a machine brought on a day rather than bill by bill. */
export type SummaryType = 'vehicle' | 'pile'

/** The parts of each wallet, as bills have them. */
export const partsOf: Record<WalletName, readonly Bill['wallet'][]> = {
  income: ['income'],
  recharge: ['recharge'],
  points: ['gold', 'lucky'],
  'time-deposit': ['deposit'],
}

/** Which bills each type means; the server's list of them has the same (specification 3). */
const ofType: Record<Exclude<BillType, SummaryType>, (bill: Bill) => boolean> = {
  income: (it) => it.wallet === 'pending' && it.kind === 'income',
  transfer: (it) => it.wallet === 'income' && it.kind === 'income_claim',
  recharge: (it) => it.wallet === 'recharge' && it.kind === 'topup',
  withdrawal: (it) => it.kind === 'withdrawal' || it.kind === 'withdrawal_return',
  exchange: (it) => it.kind === 'exchange',
  quiz: (it) => it.kind === 'quiz_reward',
  prize: (it) => it.kind === 'prize',
  points: (it) => it.wallet === 'gold' || it.wallet === 'lucky',
  deposit: (it) => it.kind === 'deposit' || it.kind === 'deposit_return' || it.kind === 'deposit_interest',
  purchase: (it) => it.kind === 'purchase' || it.kind === 'refund',
}

/** The types of movements that a wallet can have, in the order of the choice; without a wallet, all types. */
export function typesOf(wallet: WalletName | undefined): readonly BillType[] {
  switch (wallet) {
    case 'income':
      return ['income', 'transfer', 'vehicle', 'pile', 'withdrawal', 'exchange', 'deposit', 'purchase', 'quiz', 'prize']
    case 'recharge':
      return ['recharge', 'purchase', 'exchange', 'deposit']
    case 'points':
    case 'time-deposit':
      return []
    default:
      return [
        'income',
        'transfer',
        'vehicle',
        'pile',
        'recharge',
        'withdrawal',
        'exchange',
        'deposit',
        'purchase',
        'points',
        'quiz',
        'prize',
      ]
  }
}

export function isSummary(type: BillType | undefined): type is SummaryType {
  return type === 'vehicle' || type === 'pile'
}

/**
 * Whether a bill belongs to a wallet and a type. Without a wallet every bill does, except the other side of a claim.
 */
export function fits(bill: Bill, wallet: WalletName | undefined, type: BillType | undefined): boolean {
  // Pending income is no wallet of its own. Its bills are shown where the type is income.
  const isHere =
    type === 'income' ||
    (wallet === undefined ? bill.wallet !== 'pending' || bill.kind === 'income' : partsOf[wallet].includes(bill.wallet))
  return isHere && (type === undefined || isSummary(type) || ofType[type](bill))
}
