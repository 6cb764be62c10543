import type { BillWallet } from './wallet-reads.ts'
import type { BillKind } from './wallet.ts'
import type { billTypes, walletNames } from './words.ts'

export type WalletName = (typeof walletNames)[number]
export type BillType = (typeof billTypes)[number]

/** The parts of each wallet, as bills have them. Pending income is part of none. */
export const partsOf: Readonly<Record<WalletName, readonly BillWallet[]>> = {
  income: ['income'],
  recharge: ['recharge'],
  points: ['gold', 'lucky'],
  'time-deposit': ['deposit'],
}

interface Meaning {
  /** Every wallet, unless given. */
  wallets?: readonly BillWallet[]
  /** Every kind, unless given. */
  kinds?: readonly BillKind[]
}

/**
 * Which bills each type means (specification 3). `vehicle` and `pile` are settled income too; what earned it tells them
 * apart.
 */
export const meaningOf: Readonly<Record<BillType, Meaning>> = {
  income: { wallets: ['pending'], kinds: ['income'] },
  vehicle: { wallets: ['pending'], kinds: ['income'] },
  pile: { wallets: ['pending'], kinds: ['income'] },
  transfer: { wallets: ['income'], kinds: ['income_claim'] },
  recharge: { wallets: ['recharge'], kinds: ['topup'] },
  withdrawal: { kinds: ['withdrawal', 'withdrawal_return'] },
  exchange: { kinds: ['exchange'] },
  deposit: { kinds: ['deposit', 'deposit_return', 'deposit_interest'] },
  purchase: { kinds: ['purchase', 'refund', 'closing_refund'] },
  repayment: { kinds: ['card_repayment'] },
  salary: { kinds: ['salary'] },
  gift: { kinds: ['gift_code'] },
  prize: { kinds: ['prize'] },
  quiz: { kinds: ['quiz_reward'] },
  points: { wallets: ['gold', 'lucky'] },
  reward: { kinds: ['sign_reward', 'invite_reward', 'level_bonus', 'gift_points', 'gift_return'] },
  spending: { kinds: ['points_spent', 'points_refund', 'lucky_bought'] },
  reversal: { kinds: ['topup_reversal', 'reversal_undone', 'income_reversal', 'debt_netting'] },
}

const fromMachines = ['income', 'transfer', 'vehicle', 'pile'] as const
const throughIncome = ['withdrawal', 'exchange', 'deposit', 'purchase', 'repayment', 'salary', 'gift'] as const

/**
 * The types to choose from in a wallet, in the order of the choice: every bill of the wallet is of one of them. None
 * for time deposits, all of whose bills are of one type. Without a wallet, all types.
 */
export function typesOf(wallet: WalletName | undefined): readonly BillType[] {
  switch (wallet) {
    case 'income':
      return [...fromMachines, ...throughIncome, 'prize', 'reversal']
    case 'recharge':
      return ['recharge', 'purchase', 'exchange', 'deposit', 'repayment', 'reversal']
    case 'points':
      return ['reward', 'quiz', 'prize', 'gift', 'spending']
    case 'time-deposit':
      return []
    default:
      return [
        ...fromMachines,
        'recharge',
        ...throughIncome,
        'points',
        'reward',
        'quiz',
        'prize',
        'spending',
        'reversal',
      ]
  }
}
