import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import type { bindCardList } from '#protocol/cards.ts'
import type { userGoodsTotal } from '#protocol/products.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { updateProfile } from '#protocol/settings.ts'
import { isOpen, type Command } from '../../outbox/command.ts'

/** In the order in which a new member takes them. */
export const firstSteps = ['money', 'machine', 'transactionPassword', 'card'] as const
export type FirstStep = (typeof firstSteps)[number]

interface Known {
  profile: Answer<typeof userInfo>
  wallets: Answer<typeof accountInfo>
  holdings: Answer<typeof userGoodsTotal>
  cards: Answer<typeof bindCardList>
}

/** Which first steps the server's answers show as taken. */
export function stepsTaken({ profile, wallets, holdings, cards }: Known): Readonly<Record<FirstStep, boolean>> {
  const { recharge, income, timeDeposit } = wallets
  return {
    // Who owns a machine had the money for it.
    money: recharge + income + timeDeposit > 0 || holdings.units > 0,
    machine: holdings.units > 0,
    transactionPassword: profile.userInfo.hasTransactionPassword,
    card: cards.items.length > 0,
  }
}

/** Whether the list of first steps was put away: by the server's word, or by a command that isn't refused. */
export function isDismissed({ userInfo: { firstStepsDismissed } }: Known['profile'], all: readonly Command[]): boolean {
  return (
    firstStepsDismissed === true ||
    all.some(
      (it) =>
        it.call === updateProfile.path &&
        it.args.firstStepsDismissed === true &&
        (isOpen(it) || it.state === 'applied'),
    )
  )
}
