import * as v from 'valibot'
import { Currency, Slug } from '#protocol/primitives.ts'
import { gameKinds } from '#protocol/games.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import { isCouponSound, oddCoupon } from '../orders/rules.ts'
import { mostAtOnce } from './rules.ts'

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(200))
const Words = v.objectWithRest({ en: Text }, Text)
const count = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const Points = count(1, 1_000_000)

const Gift = v.variant('of', [
  v.strictObject({ of: v.literal('money'), amount: count(1, 100_000_000), currency: Currency }),
  v.strictObject({ of: v.literal('gold'), amount: Points }),
  v.strictObject({ of: v.literal('lucky'), amount: Points }),
  v.strictObject({
    of: v.literal('coupon'),
    name: Text,
    type: v.picklist([1, 2]),
    value: count(1, 100_000_000),
    minimum: count(0, 100_000_000),
    savesAtMost: v.exactOptional(count(1, 100_000_000)),
    days: count(1, 3650),
  }),
])

const Slot = v.strictObject({
  key: Slug,
  name: Words,
  art: Slug,
  gift: v.nullable(Gift),
  weight: count(1, 1_000_000_000),
  guaranteed: v.optional(v.boolean(), false),
  /** How many there are at first; left out, there is no limit. */
  stock: v.optional(v.nullable(count(0, 1_000_000_000)), null),
})

/**
 * A game's rule as the operator writes it (docs/operations.md, "Games"). Money in minor units; `en` of a text is always
 * there.
 */
export const GameRule = v.pipe(
  v.strictObject({
    id: Slug,
    kind: v.picklist(gameKinds),
    position: count(0, 1000),
    name: Words,
    line: Words,
    art: Slug,
    price: v.strictObject({ of: v.picklist(['gold', 'lucky']), amount: Points }),
    dailyLimit: v.optional(v.nullable(count(1, 10_000)), null),
    levelNeeded: v.optional(count(0, 100), 0),
    guaranteeEvery: v.optional(v.nullable(count(2, 1000)), null),
    mostAtOnce: v.optional(count(1, mostAtOnce), 1),
    slots: v.pipe(v.array(Slot), v.minLength(2), v.maxLength(60)),
  }),
  v.check((it) => new Set(it.slots.map((slot) => slot.key)).size === it.slots.length, 'names a slot twice'),
  v.check((it) => it.slots.some((slot) => slot.gift !== null), 'has nothing to win'),
  v.check((it) => it.kind !== 'gold lottery' || it.price.of === 'gold', 'is a gold lottery: it costs gold coins'),
  v.check((it) => it.kind !== 'lucky lottery' || it.price.of === 'lucky', 'is a Lucky Ball lottery: it costs those'),
  v.check(
    (it) => it.mostAtOnce === 1 || it.slots.every((slot) => slot.stock === null),
    'counts stock: then draws are made one at a time, for the odds of each must be seen before it',
  ),
  v.check(
    (it) => (it.guaranteeEvery !== null) === it.slots.some((slot) => slot.guaranteed),
    'has a guarantee without guaranteed slots, or the other way round',
  ),
  v.check(
    (it) => it.guaranteeEvery === null || it.slots.some((slot) => slot.guaranteed && slot.gift && slot.stock === null),
    'guarantees what may run out: one guaranteed prize must have no stock',
  ),
  v.check(
    (it) => it.slots.every(({ gift }) => gift?.of !== 'coupon' || isCouponSound(gift)),
    `gives a coupon that ${oddCoupon}`,
  ),
  v.check(
    (it) => it.slots.every(({ gift }) => gift?.of !== 'money' || gift.currency === booksCurrency),
    `pays money in another currency than ${booksCurrency}`,
  ),
)
export type GameRule = v.InferOutput<typeof GameRule>

/** What a draw of a rule gives on average with all slots in stock: minor units, points, and coupons by the piece. */
export function expectedCost({ slots }: GameRule): Record<'money' | 'gold' | 'lucky' | 'coupon', number> {
  const total = slots.reduce((sum, it) => sum + it.weight, 0)
  const cost = { money: 0, gold: 0, lucky: 0, coupon: 0 }
  for (const { gift, weight } of slots)
    if (gift) cost[gift.of] += (weight / total) * (gift.of === 'coupon' ? 1 : gift.amount)
  return cost
}
