import { randomInt } from 'node:crypto'

/** Hides 4 characters from position 4 (specification 5): `+628****0000001` for `+6281200000001`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 4)}****${phone.slice(8)}`
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Eight letters and digits that can't be mistaken for one another when read aloud. */
export function newInvitationCode(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}

/** What can prevent the deletion of an account, in the order in which it is listed. */
export const obstacles = ['wallets', 'income', 'deposits', 'withdrawals', 'pay', 'bills', 'topUps'] as const
type Obstacle = (typeof obstacles)[number]

/** The obstacles among balances and pending operations. Points are none: they have no value outside. */
export function obstaclesIn(
  balances: readonly { code: string; balance: number }[],
  underWay: Partial<Record<Obstacle, boolean>>,
): Obstacle[] {
  const holds = (...codes: string[]) => balances.some((it) => codes.includes(it.code) && it.balance > 0)
  const found: Partial<Record<Obstacle, boolean>> = {
    ...underWay,
    wallets: holds('recharge', 'income'),
    income: holds('pending'),
    deposits: holds('deposit', 'deposit_income'),
    pay: underWay.pay === true || holds('wages'),
  }
  return obstacles.filter((it) => found[it])
}

/** Gold coins for inviting a member directly (specification 9). */
export const inviteGoldCoins = 300

/** The articles beside the ticks of signing in, registering and adding a card. */
export const articlesAgreedTo = { agreementArticle: 'agreement', privacyArticle: 'privacy' } as const
