import { randomInt } from 'node:crypto'
import { millisOf } from '../../clock.ts'

// Calling codes as the ITU gives them out: no code is the beginning of another.
const callingCode = /^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * Hides 4 characters from position 4 of the national number (specification 5): `+62812****0001` for `+6281200000001`.
 * The one place where a phone is masked: clients never see more of it.
 */
export function maskPhone(phone: string): string {
  const [code = ''] = callingCode.exec(phone) ?? []
  const national = phone.slice(code.length)
  return `${code}${national.slice(0, 3)}****${national.slice(7)}`
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Eight letters and digits that can't be mistaken for one another when read aloud. */
export function newInvitationCode(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}

const dayMs = 86_400_000

/**
 * Whether the first transaction password takes a code besides the login password, which may have been found out. An
 * account of less than a day has had its code when it was made; the demonstration's phone is nobody's.
 */
export function needsCodeFirst({ joinedAt, isDemo }: { joinedAt: string; isDemo: boolean }, now: number): boolean {
  return !isDemo && millisOf(joinedAt) + dayMs <= now
}

/** How long after a change of the phone no first transaction password is set: the old phone was told and can act. */
export const phoneSettlesMs = 3 * dayMs

/** What can prevent the deletion of an account, in the order in which it is listed. */
export const obstacles = [
  'wallets',
  'income',
  'deposits',
  'withdrawals',
  'pay',
  'prizes',
  'bills',
  'topUps',
  'parcels',
  'orders',
] as const
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
    prizes: holds('prize_due'),
  }
  return obstacles.filter((it) => found[it])
}

/** Gold coins for inviting a member directly (specification 9). */
export const inviteGoldCoins = 300

/** The articles beside the ticks of signing in, registering and adding a card. */
export const articlesAgreedTo = { agreementArticle: 'agreement', privacyArticle: 'privacy' } as const
