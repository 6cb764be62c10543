import { partOf } from '../../ledger/basis-points.ts'

/**
 * What a coupon is worth: type 1 is a discount in basis points, type 2 a voucher in minor units. `minimum` and
 * `savesAtMost` (no limit without one) in minor units.
 */
export interface CouponTerms {
  type: 1 | 2
  value: number
  minimum: number
  savesAtMost?: number | null
}

/** A discount takes off all at the most: more than 10,000 basis points were meant as minor units. */
export function isCouponSound({ type, value }: Pick<CouponTerms, 'type' | 'value'>): boolean {
  return type === 2 || value <= 10_000
}
export const oddCoupon = 'takes off more than all: `value` of type 1 is in basis points, 1000 for 10 per cent'

/** So many units at once, so many basis points off. */
export interface QuantityDiscount {
  from: number
  bp: number
}

/** How long a draft can be paid. */
export const draftMs = 30 * 60_000
/** Drafts of a member that can be paid at once; the oldest ends where there are more. */
export const openDraftsMost = 20
/** Unpaid drafts of a member that are stored, ended ones among them. */
export const storedDraftsMost = 100

/** Lines of a price in minor units: `amount` − `discount` − `coupon` = `actualPayment`, none of them below zero. */
export interface PriceLines {
  quantity: number
  unitPrice: number
  amount: number
  discount: number
  coupon: number
  actualPayment: number
}

/** Prices `quantity` units. A coupon that may not be used here saves nothing. */
export function linesOf(
  unitPrice: number,
  quantity: number,
  rule: QuantityDiscount | null,
  coupon: CouponTerms | null,
): PriceLines {
  const { amount, discount, base } = baseOf(unitPrice, quantity, rule)
  const saved = coupon ? savedBy(coupon, base, amount) : 0
  return { quantity, unitPrice, amount, discount, coupon: saved, actualPayment: base - saved }
}

/** The amount before a coupon. */
export function baseOf(
  unitPrice: number,
  quantity: number,
  rule: QuantityDiscount | null,
): { amount: number; discount: number; base: number } {
  const amount = unitPrice * quantity
  const discount = rule && quantity >= rule.from ? partOf(amount, rule.bp) : 0
  return { amount, discount, base: amount - discount }
}

/**
 * What a coupon takes off an amount; 0 where it may not be used. Never more than the amount. Its minimum is one of the
 * price before the quantity discount, as it says "From": more units never make a coupon unusable.
 */
export function savedBy(
  { type, value, minimum, savesAtMost }: CouponTerms,
  amount: number,
  beforeDiscount = amount,
): number {
  if (beforeDiscount < minimum) return 0
  return Math.min(amount, savesAtMost ?? amount, type === 1 ? partOf(amount, value) : value)
}

/**
 * What of a payment is for the rest of its term, rounded down: paid × remaining ÷ term, between 0 and `paid`, in minor
 * units. Instants in milliseconds.
 */
export function restOf({ paid, from, until }: { paid: number; from: number; until: number }, now: number): number {
  const remaining = Math.min(Math.max(until - now, 0), until - from)
  // A payment times milliseconds is beyond the integers that a number holds.
  return Number((BigInt(paid) * BigInt(remaining)) / BigInt(until - from))
}

/**
 * The points that an order of one unit brings whoever owes some. An order of more units brings at least this much for
 * each, as what is owed is kept back once.
 */
export function giftPointsOfOne(giftPoints: number, owed: number): number {
  return Math.max(0, giftPoints - owed)
}

/** An order number that can be read out: the day, then ten digits. */
export function orderNumberOf(day: string, random: number): string {
  return `VF${day.replaceAll('-', '')}${String(random).padStart(10, '0')}`
}
