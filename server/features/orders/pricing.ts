import type { RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import { atOnce } from '../../db/at-once.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { settingOf, settingValue } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { PriceLines, QuantityDiscount } from './rules.ts'
import { baseOf, linesOf, savedBy } from './rules.ts'

/** What a price is asked for. `couponId` undefined takes the best coupon, null takes none. */
export interface PriceRequest {
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

/** What decides a member's prices besides what they buy: the quantity discount, and coupons that they could use. */
export interface Pricing {
  rule: QuantityDiscount | null
  coupons: (Omit<UsableCoupon, 'saves'> & { minimum: number })[]
}

export async function pricingFor(db: Db, memberId: string, clock: Clock): Promise<Pricing> {
  const [rule, coupons] = await atOnce([settingOf(db, 'quantity_discount', Rule), usableCoupons(db, memberId, clock)])
  return { rule: rule ?? null, coupons }
}

const Rule = v.nullable(v.object({ from: v.number(), bp: v.number() }))

/** SQL of the quantity discount within a statement that reads more; `ruleIn` parses it. */
export function ruleValue(): RawBuilder<unknown> {
  return settingValue('quantity_discount')
}

export function ruleIn(value: unknown): QuantityDiscount | null {
  return v.parse(Rule, value)
}

/** The member's coupons that can still be used, the one that ends first before others. */
export async function usableCoupons(db: Db, memberId: string, clock: Clock): Promise<Pricing['coupons']> {
  return await db
    .selectFrom('coupon')
    .select(['id', 'type', 'name', 'value', 'minimum', 'savesAtMost', 'expiresAt'])
    .where('memberId', '=', memberId)
    .where('status', '=', 0)
    .where('expiresAt', '>', instant(clock))
    .orderBy('expiresAt')
    .orderBy('id')
    .execute()
}

/** The price, with every coupon that could be used. Throws `coupon_unusable` for one that can't. */
export function priceOf({ quantity, couponId }: PriceRequest, unitPrice: number, { rule, coupons }: Pricing): Priced {
  const fitting = fittingOf(coupons, baseOf(unitPrice, quantity, rule))
  const chosen = couponId === undefined ? (fitting[0] ?? null) : (fitting.find((it) => it.id === couponId) ?? null)
  if (couponId && !chosen) throw new DomainError('coupon_unusable')
  const terms = chosen && { type: chosen.type, value: chosen.value, savesAtMost: chosen.savesAtMost, minimum: 0 }
  return { lines: linesOf(unitPrice, quantity, rule, terms), coupon: chosen, coupons: fitting }
}

/** A draft's price. A coupon that can't be used any more is left out. */
export function priceOfDraft(draft: PriceRequest, unitPrice: number, pricing: Pricing): Priced {
  const plain = priceOf({ ...draft, couponId: null }, unitPrice, pricing)
  return plain.coupons.some((it) => it.id === draft.couponId) ? priceOf(draft, unitPrice, pricing) : plain
}

/** Coupons that save something on a price, best first; among equals the one that ends first. */
function fittingOf(coupons: Pricing['coupons'], { amount, base }: ReturnType<typeof baseOf>): UsableCoupon[] {
  return coupons
    .map(({ minimum, ...coupon }) => ({ ...coupon, saves: savedBy({ ...coupon, minimum }, base, amount) }))
    .filter((it) => it.saves > 0)
    .toSorted((a, b) => b.saves - a.saves)
}
