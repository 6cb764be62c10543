import { randomUUID } from 'node:crypto'
import type { Reward } from '#protocol/rewards.ts'
import type { Clock } from '../clock.ts'
import { addDays, dayIn, instant, startOfDay } from '../clock.ts'
import { booksCurrency } from './books-currency.ts'
import type { Gift } from './gift-schema.ts'
import { zoneOf } from './member-zone.ts'
import type { Db } from './open.ts'

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
      expiresAt: couponEnd(await zoneOf(db, memberId), days, clock),
      usedAt: null,
      usedBy: null,
    })
    .execute()
  return id
}

/** The last moment of a coupon that lasts so many days: that of a whole day in the member's zone, as it is shown. */
export function couponEnd(zone: string, days: number, clock: Clock): string {
  return instant(startOfDay(zone, addDays(dayIn(zone, clock.now()), days + 1)) - 1)
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
