import { randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Gift } from '../../db/gift-schema.ts'
import { giveCoupon } from '../../db/gifts.ts'
import type { Db } from '../../db/open.ts'
import { countAttempt, rejectExhausted } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import type { Transfer } from '../../ledger/post.ts'
import { BelowMinimumBalance, post } from '../../ledger/post.ts'

const hour = 3_600_000
const guesses = [
  { name: 'hour', most: 10, ms: hour },
  { name: 'day', most: 30, ms: 24 * hour },
] as const

/**
 * Redeems a gift code for a member, and answers what it gave: once ever for them and for their phone, which a deletion
 * frees for another account. Points are minted, coupons inserted, money is paid out of the operator's `gifts` account.
 * Throws a DomainError for a code that is unknown (which is counted), expired, used up or already used, and where the
 * account holds too little: the code can then be used later.
 */
export async function redeemGift(
  db: Db,
  ring: Keyring,
  { memberId, code }: { memberId: string; code: string },
  clock: Clock,
): Promise<readonly Gift[]> {
  // One guess of a member at a time, so that none is left uncounted.
  await lockMember(db, memberId)
  for (const { name, most } of guesses) await rejectExhausted(db, `gift-code:${name}:${memberId}`, most, clock)
  // Counted first: what refuses it below undoes this.
  const gift = await db
    .updateTable('giftCode')
    .set((it) => ({ uses: it('uses', '+', 1) }))
    .where('code', '=', code)
    .where('expiresAt', '>', instant(clock))
    .whereRef('uses', '<', 'usesMost')
    .returning('rewards')
    .executeTakeFirst()
  if (!gift) {
    if (await db.selectFrom('giftCode').select('code').where('code', '=', code).executeTakeFirst())
      throw new DomainError('redeem_wrong', { code })
    for (const { name, ms } of guesses) await countAttempt(db, `gift-code:${name}:${memberId}`, ms, clock)
    throw new DomainError('redeem_wrong', { code }, { keepEffect: true })
  }
  const { phone } = await db.selectFrom('member').select('phone').where('id', '=', memberId).executeTakeFirstOrThrow()
  const text = `gift code of phone ${phone}`
  // The code's row is locked: uses of one phone wait for each other.
  const known = await db
    .selectFrom('giftCodeUse')
    .select('id')
    .where('code', '=', code)
    .where('phoneDigest', 'in', ring.digests(text))
    .executeTakeFirst()
  if (known) throw new DomainError('redeem_wrong', { code })
  const id = randomUUID()
  const used = await db
    .insertInto('giftCodeUse')
    .values({ code, memberId, id, usedAt: instant(clock), phoneDigest: ring.digest(text) })
    .onConflict((it) => it.columns(['code', 'memberId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new DomainError('redeem_wrong', { code })
  await give(db, { id, memberId, code, gifts: gift.rewards }, clock)
  return gift.rewards
}

/**
 * A code the operator gives out: `uses` members may redeem it until it expires. Amounts in minor units, points whole.
 */
export interface NewGiftCode {
  code?: string
  gifts: readonly [Gift, ...Gift[]]
  uses: number
  expiresAt: string
}

/** Issues a gift code and answers it; a random one where none is given. Throws a DomainError where it exists. */
export async function issueGiftCode(
  db: Db,
  { code = randomCode(), gifts, uses, expiresAt }: NewGiftCode,
  clock: Clock,
): Promise<string> {
  const made = await db
    .insertInto('giftCode')
    .values({ code, rewards: JSON.stringify(gifts), usesMost: uses, expiresAt, issuedAt: instant(clock) })
    .onConflict((it) => it.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!made) throw new DomainError('bad_request', { field: 'code', problem: 'must be a new one' })
  return made.code
}

/** Ends a code now. `isEnded` is false where it was over before. Throws a DomainError for an unknown one. */
export async function endGiftCode(
  db: Db,
  code: string,
  clock: Clock,
): Promise<{ uses: number; usesMost: number; isEnded: boolean }> {
  // A redemption under way is waited for, and counted.
  const ended = await db
    .updateTable('giftCode')
    .set({ expiresAt: instant(clock) })
    .where('code', '=', code)
    .where('expiresAt', '>', instant(clock))
    .returning(['uses', 'usesMost'])
    .executeTakeFirst()
  if (ended) return { ...ended, isEnded: true }
  const known = await db.selectFrom('giftCode').select(['uses', 'usesMost']).where('code', '=', code).executeTakeFirst()
  if (!known) throw new DomainError('not_found')
  return { ...known, isEnded: false }
}

interface Given {
  id: string
  memberId: string
  code: string
  gifts: readonly Gift[]
}

async function give(db: Db, { id, memberId, code, gifts }: Given, clock: Clock): Promise<void> {
  const transfers: Transfer[] = []
  for (const [index, gift] of gifts.entries()) {
    const about = { kind: 'gift_code', ref: `${id}/${index}`, memo: { subject: code } }
    if (gift.of === 'coupon') {
      await giveCoupon(db, memberId, gift, clock)
    } else if (gift.of === 'money') {
      transfers.push({
        ...about,
        debit: house('gifts'),
        credit: { ownerId: memberId, code: 'income' },
        amount: gift.amount,
        asset: gift.currency,
      })
    } else {
      const asset = gift.of === 'gold' ? 'GOLD' : 'LUCKY'
      transfers.push({
        ...about,
        debit: house('mint'),
        credit: { ownerId: memberId, code: gift.of },
        amount: gift.amount,
        asset,
      })
    }
  }
  try {
    await post(db, transfers, clock)
  } catch (cause) {
    throw cause instanceof BelowMinimumBalance ? new DomainError('budget_used_up') : cause
  }
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Three groups of five characters that are not confused when read aloud; 75 random bits. */
function randomCode(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
