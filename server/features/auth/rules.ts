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

/** What stands in the way of deleting an account, in the order in which it is said. */
export const obstacles = ['wallets', 'income', 'deposits', 'withdrawals', 'pay', 'bills', 'topUps'] as const
type Obstacle = (typeof obstacles)[number]

/** By what is on the member's accounts and by what is under way. Points are no obstacle: they are worth nothing outside. */
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

/** Gold coins for a direct invitation that signs up (specification 9; product, rule 3). */
export const inviteGoldCoins = 300
