import { randomUUID } from 'node:crypto'
import type { Reward } from '#protocol/rewards.ts'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import { booksCurrency } from './books-currency.ts'
import type { Gift } from './gift-schema.ts'
import type { Db } from './open.ts'

const day = 86_400_000

/** Gives a member a coupon, which can be used from now on for as long as its terms say; answers its id. */
export async function giveCoupon(
  db: Db,
  memberId: string,
  { name, type, value, minimum, savesAtMost, days }: Extract<Gift, { of: 'coupon' }>,
  clock: Clock,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('coupon')
    .values({
      id,
      memberId,
      name,
      type,
      value,
      minimum,
      savesAtMost: savesAtMost ?? null,
      receivedAt: instant(clock),
      expiresAt: instant(clock.now() + days * day),
      usedAt: null,
      usedBy: null,
    })
    .execute()
  return id
}

/** A gift as it is shown before and after it is won: of a coupon what it is worth, its name translated. */
export function rewardOf(gift: Gift, translate: (name: string) => string): Reward {
  if (gift.of === 'coupon') {
    const { name, type, value, minimum: minimumSpend, savesAtMost = null, days } = gift
    return {
      of: 'coupon',
      name: translate(name),
      terms: { type, value, currency: booksCurrency, minimumSpend, savesAtMost, days },
    }
  }
  return gift.of === 'money' ? gift : { of: gift.of, amount: gift.amount }
}
