import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { settingOf } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { PriceLines, QuantityDiscount } from './rules.ts'
import { baseOf, linesOf, savedBy } from './rules.ts'

/** What a price is asked for. `couponId` undefined takes the best coupon, null takes none. */
export interface PriceRequest {
  memberId: string
  productId: string
  quantity: number
  couponId: string | null | undefined
}

export interface UsableCoupon {
  id: string
  type: 1 | 2
  name: string
  value: number
  savesAtMost: number | null
  saves: number
  expiresAt: string
}
export interface Priced {
  lines: PriceLines
  coupon: UsableCoupon | null
  coupons: UsableCoupon[]
}

/** The current price, with every coupon that could be used. Throws `coupon_unusable` for one that can't. */
export async function priceOf(db: Db, request: PriceRequest, unitPrice: number, clock: Clock): Promise<Priced> {
  const rule = await quantityDiscount(db)
  const coupons = await couponsFor(db, request.memberId, baseOf(unitPrice, request.quantity, rule).base, clock)
  const chosen =
    request.couponId === undefined ? (coupons[0] ?? null) : (coupons.find((it) => it.id === request.couponId) ?? null)
  if (request.couponId && !chosen) throw new DomainError('coupon_unusable')
  const terms = chosen && { type: chosen.type, value: chosen.value, savesAtMost: chosen.savesAtMost, minimum: 0 }
  return { lines: linesOf(unitPrice, request.quantity, rule, terms), coupon: chosen, coupons }
}

/** A draft's current price. A coupon that can't be used any more is left out. */
export async function priceOfDraft(db: Db, draft: PriceRequest, unitPrice: number, clock: Clock): Promise<Priced> {
  const plain = await priceOf(db, { ...draft, couponId: null }, unitPrice, clock)
  return plain.coupons.some((it) => it.id === draft.couponId) ? await priceOf(db, draft, unitPrice, clock) : plain
}

/** A member's coupons that could be used on an amount, best first; among equals the one that ends first. */
export async function couponsFor(db: Db, memberId: string, amount: number, clock: Clock): Promise<UsableCoupon[]> {
  const rows = await db
    .selectFrom('coupon')
    .select(['id', 'type', 'name', 'value', 'minimum', 'savesAtMost', 'expiresAt'])
    .where('memberId', '=', memberId)
    .where('status', '=', 0)
    .where('expiresAt', '>', instant(clock))
    .where('minimum', '<=', amount)
    .orderBy('expiresAt')
    .orderBy('id')
    .execute()
  return rows
    .map(({ minimum, ...coupon }) => ({ ...coupon, saves: savedBy({ ...coupon, minimum }, amount) }))
    .filter((it) => it.saves > 0)
    .toSorted((a, b) => b.saves - a.saves)
}

async function quantityDiscount(db: Db): Promise<QuantityDiscount | null> {
  return (await settingOf(db, 'quantity_discount', v.nullable(v.object({ from: v.number(), bp: v.number() })))) ?? null
}
