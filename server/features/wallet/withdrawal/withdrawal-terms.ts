import * as v from 'valibot'
import { addDays, dayIn, instant, startOfDay } from '../../../clock.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { settable, settingValue } from '../../../db/settings.ts'
import { withdrawalSettingIn, type StoredWithdrawalSetting } from '../../../db/withdrawal-setting.ts'
import { partOf } from '../../../ledger/basis-points.ts'
import { booksCurrency } from '../../../db/books-currency.ts'

const settableAmount = settable(0, 1_000_000_000_000)

/**
 * What the setting `withdrawal` may be set to: nothing by which nobody could withdraw, or would get nothing of it. The
 * operator may change it at any time, and requests keep the lines they were made with.
 */
export const WithdrawalSetting = v.pipe(
  v.strictObject({
    currency: v.literal(booksCurrency, `must be ${booksCurrency}`),
    minimum: settable(1, 1_000_000_000_000),
    maximum: settableAmount,
    daily: settableAmount,
    feeBp: settable(0, 5000),
    feeMinimum: settableAmount,
    hoursToArrive: settable(0, 10_000),
  }),
  v.check((it) => it.maximum >= it.minimum, 'must let members withdraw: its maximum is below its minimum'),
  v.check((it) => it.daily >= it.minimum, 'must let members withdraw: its daily is below its minimum'),
  v.check(
    (it) => it.feeMinimum < it.minimum,
    'must leave something of the least withdrawal: its feeMinimum is all of it',
  ),
)

/**
 * What withdrawing costs one member: the operator's setting with what their level changes about it. `timeZone` is that
 * of the member's days.
 */
export interface Terms extends StoredWithdrawalSetting {
  discountBp: number
  taxBp: number
  timeZone: string
}

/**
 * Lines of a withdrawal: `amount` − `fee` − `tax` = `arrives`, none below zero; `fee` is after the level's `discount`.
 */
export interface Lines {
  currency: string
  amount: number
  fee: number
  discount: number
  tax: number
  arrives: number
}

export async function termsOf(db: Db, memberId: string): Promise<Terms> {
  const { setting, ...member } = await db
    .selectFrom('member')
    .innerJoin('level', 'level.level', 'member.level')
    .select(['withdrawalDiscountBp as discountBp', 'taxRateBp as taxBp', 'timeZone'])
    .select(settingValue('withdrawal').as('setting'))
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { ...withdrawalSettingIn(setting), ...member }
}

/** Roundings favour the member: parts are rounded down, and a fee is at most the amount. */
export function linesOf(wanted: number, { currency, feeBp, feeMinimum, discountBp, taxBp }: Terms): Lines {
  const tax = partOf(wanted, taxBp)
  const full = Math.min(Math.max(partOf(wanted, feeBp), feeMinimum), wanted - tax)
  const discount = full - partOf(full, 10_000 - discountBp)
  const fee = full - discount
  return { currency, amount: wanted, fee, discount, tax, arrives: wanted - fee - tax }
}

/** A withdrawal that counts towards the limit of its day. */
interface Counted {
  amount: number
  currency: string
  requestedAt: string
}

/** The member's withdrawals that can be of today, in whatever zone they live. Returned ones don't count. */
export async function countedLately(db: Db, memberId: string, clock: Clock): Promise<Counted[]> {
  return await db
    .selectFrom('withdrawal')
    .select(['amount', 'currency', 'requestedAt'])
    .where('memberId', '=', memberId)
    .where('state', '<>', 'returned')
    .where('requestedAt', '>=', instant(clock.now() - longestDay))
    .execute()
}

/** No day of a zone is as long, also where its clocks are changed. */
const longestDay = 2 * 86_400_000

/**
 * What may still be withdrawn on the member's own day. Changing the zone of a member would begin another day and make
 * the limit whole again: no call lets them.
 */
export function leftToday(lately: readonly Counted[], { daily, currency, timeZone }: Terms, clock: Clock): number {
  const today = dayIn(timeZone, clock.now())
  const from = instant(startOfDay(timeZone, today))
  const until = instant(startOfDay(timeZone, addDays(today, 1)))
  const counted = lately.filter((it) => it.currency === currency && it.requestedAt >= from && it.requestedAt < until)
  return Math.max(0, daily - counted.reduce((sum, { amount }) => sum + amount, 0))
}
