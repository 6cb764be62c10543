import * as v from 'valibot'
import { get } from './call.ts'
import { Amount, Currency, Empty, Id, Instant, MachineKind, Money, PageArgs, Slug, page, whole } from './primitives.ts'
import { ProductCard, ProductDetail } from './products.ts'

export const Category = v.object({
  id: Slug,
  name: v.string(),
  kind: MachineKind,
  art: Slug,
  /** Products on offer in it and below it. */
  products: whole(0, 1_000_000),
})
export type Category = v.InferOutput<typeof Category>

const CategoryTree = v.object({ ...Category.entries, children: v.array(Category) })

export const Banner = v.object({ id: Id, title: v.string(), line: v.string(), art: Slug, route: v.string() })

/** One thing that really happened, names masked (docs/plain-dealing.md, 5). */
export const BarrageLine = v.object({
  id: Id,
  who: v.string(),
  what: v.picklist(['bought', 'claimed']),
  productName: v.nullable(v.string()),
  amount: Amount,
  currency: Currency,
  at: Instant,
})

/** What Home shows. Banners and categories are empty while the Mall is switched off, offers while buying is. */
export const homeIndex = get('home/indexV3', {
  who: 'anyone',
  args: Empty,
  answer: v.object({
    banners: v.array(Banner),
    categories: v.array(Category),
    featured: v.array(ProductCard),
    newest: v.array(ProductCard),
    /**
     * What all machines took in today and in the last 30 days (operator's zone), and how many are in service now, as a
     * member counts their own.
     */
    machines: v.object({
      currency: Currency,
      running: whole(0, 1_000_000),
      total: whole(0, 1_000_000),
      revenueToday: Amount,
      revenueLast30Days: Amount,
    }),
  }),
})

/** The same page for clients of the version before. */
export const homeIndex3 = get('home/index3', { who: 'anyone', args: Empty, answer: homeIndex.answer })

/** Opening advertisements: banners the operator wants seen first, one a day. */
export const openAdList = get('v2/openAd/list', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(Banner) }),
})
export const channelList = get('v2/etel/channel/getChannelList', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(Category) }),
})
export const singlePage = get('catalog/new/singlePage', {
  who: 'anyone',
  args: v.object({ ...PageArgs, categoryId: v.optional(Slug) }),
  answer: page(ProductCard),
})
export const channelTree = get('v2/etel/channel/channelTreeByCategory', {
  who: 'anyone',
  args: v.object({ categoryId: Slug }),
  answer: v.object({ items: v.array(CategoryTree) }),
})
export const planCategories = get('etel/plan/category/list', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(Category) }),
})
export const planPages = get('v2/etel/plan/pageList', {
  who: 'anyone',
  args: v.object({ ...PageArgs, categoryId: v.optional(Slug) }),
  answer: page(ProductCard),
})
export const planDetail = get('etel/plan/getById/{planId}', {
  who: 'anyone',
  args: v.object({ planId: Id }),
  answer: ProductDetail,
})
export const categoryTree = get('v2/etel/plan/category/getCategoryTree', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(CategoryTree) }),
})
export const plansOfCategory = get('v2/etel/plan/getPlanByCategory', {
  who: 'anyone',
  args: v.object({ ...PageArgs, categoryId: Slug }),
  answer: page(ProductCard),
})
export const categoryIndex = get('catalog/getCategoryIndex', {
  who: 'anyone',
  args: v.object({ positionCode: v.picklist(['labelCategory', 'aiCategory']) }),
  answer: v.object({ l1Category: v.array(Category) }),
})
export const barrage = get('home/getIndexBarrage', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(BarrageLine) }),
})

/** What operators set money aside for: prizes of games and gift codes, weekly pay, interest of time deposits. */
export const operatorBudgets = ['prizes', 'salaries', 'deposits'] as const

/** Who runs the machines. Optional fields are absent from answers that a device stored before they existed. */
export const Operator = v.object({
  id: Slug,
  name: v.string(),
  place: v.string(),
  machines: whole(0, 1_000_000),
  since: Instant,
  /** The licence it works under, in its own words; null where it names none. */
  licence: v.optional(v.nullable(v.string())),
  /** A `tel:`, `mailto:` or `https:` address; null where it gives none. */
  contact: v.optional(v.nullable(v.string())),
  currency: Currency,
  /** What all units of its machines together earned in the last 30 days, sold or not. */
  sharedLast30Days: Amount,
  /** What it paid into each budget, less what it took back; 0 for operators that don't keep the books. */
  paidIn: v.optional(v.object(v.entriesFromList(operatorBudgets, Amount))),
})
export type Operator = v.InferOutput<typeof Operator>

export const operatorList = get('v2/operator/list', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(Operator) }),
})

/**
 * What operators paid into the budgets that prizes, salaries and deposits' interest come out of, newest first. With
 * `returns` also what they took back of it, as an amount below zero, which older clients' shapes don't know.
 */
export const operatorRecharges = get('v2/operator/rechargeList', {
  who: 'anyone',
  args: v.object({ ...PageArgs, operatorId: v.optional(Slug), returns: v.optional(v.literal('yes')) }),
  answer: page(
    v.object({
      id: Id,
      operatorName: v.string(),
      budget: v.picklist(operatorBudgets),
      amount: Money,
      currency: Currency,
      at: Instant,
    }),
  ),
})
