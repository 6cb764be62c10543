import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Currency, Empty, Id, Instant, PageArgs, Slug, oneOf, page, text, whole } from './primitives.ts'

/** Something to be had for gold coins. Prices are whole coins, never money. */
export const PointsGoods = v.object({
  id: Id,
  categoryId: Slug,
  name: v.string(),
  line: v.string(),
  /** Name of the drawing in the mall's own sprite. */
  art: Slug,
  /** `parcel` needs an address; a coupon or Lucky Balls arrive at once. */
  kind: v.picklist(['parcel', 'coupon', 'lucky balls']),
  points: Amount,
  stock: Amount,
  /** How many one member may have; 0 is no limit. */
  limit: Amount,
  levelNeeded: whole(0, 100),
})
export type PointsGoods = v.InferOutput<typeof PointsGoods>

const GoodsPage = page(PointsGoods)

/** The few that other pages show. */
export const pointMall = get('v2/pointMall/list', {
  who: 'anyone',
  args: v.object({ limit: v.optional(whole(1, 20), 6) }),
  answer: v.object({ items: v.array(PointsGoods) }),
})

/** The whole mall for clients of the version before, which filter on the device. */
export const pointsGoodsList1 = get('integral/goods/list', {
  who: 'anyone',
  args: v.object(PageArgs),
  answer: GoodsPage,
})

export const pointsGoodsList = get('integral/goods/v2/list', {
  who: 'anyone',
  args: v.object({
    ...PageArgs,
    categoryId: v.optional(Slug),
    sort: v.optional(v.picklist(['featured', 'points', 'newest'])),
  }),
  answer: GoodsPage,
})

export const pointsCategories = get('integral/goods/category/list', {
  who: 'anyone',
  args: Empty,
  answer: v.object({ items: v.array(v.object({ id: Slug, name: v.string(), art: Slug, goods: Amount })) }),
})

/** What one piece gives at once. A coupon's amounts in minor units, its `value` in basis points where `type` is 1. */
const Gives = v.variant('of', [
  v.object({ of: v.literal('lucky'), amount: Amount }),
  v.object({
    of: v.literal('coupon'),
    type: v.picklist([1, 2]),
    value: Amount,
    minimum: Amount,
    savesAtMost: v.nullable(Amount),
    days: Amount,
    currency: Currency,
  }),
])

export const PointsGoodsDetail = v.object({
  ...PointsGoods.entries,
  description: v.string(),
  /** Null for a parcel. */
  gives: v.nullable(Gives),
  /** Had by the caller already, refunded ones not counted; 0 for a visitor. */
  had: Amount,
})
export type PointsGoodsDetail = v.InferOutput<typeof PointsGoodsDetail>

export const pointsGoodsDetail = get('integral/goods/info', {
  who: 'anyone',
  args: v.object({ id: Id }),
  answer: PointsGoodsDetail,
})

/**
 * 201 paid, 202 refund requested, 203 refunded, 301 shipped, 401 received by user (specification 4). Which follows
 * which: docs/decisions/0049.
 */
const PointsOrderStatus = oneOf([201, 202, 203, 301, 401])

export const PointsOrder = v.object({
  id: Id,
  orderNumber: v.string(),
  goodsId: Id,
  name: v.string(),
  art: Slug,
  kind: PointsGoods.entries.kind,
  quantity: whole(1, 100),
  /** Of the whole order. */
  points: Amount,
  status: PointsOrderStatus,
  /** As it was when ordered: a later edit of the address doesn't move a parcel. Null where nothing is sent. */
  address: v.nullable(v.object({ recipient: v.string(), phoneMasked: v.string(), line: v.string() })),
  remark: v.nullable(v.string()),
  carrier: v.nullable(v.string()),
  tracking: v.nullable(v.string()),
  /** A page of the carrier's. It is opened by `/pages/web/webview`, which takes nothing but https. */
  trackingUrl: v.nullable(v.string()),
  at: Instant,
  refundAskedAt: v.nullable(Instant),
  /** When the points come back by themselves unless the parcel has left; null where no refund is asked for. */
  refundDueAt: v.nullable(Instant),
  refundedAt: v.nullable(Instant),
  shippedAt: v.nullable(Instant),
  receivedAt: v.nullable(Instant),
})
export type PointsOrder = v.InferOutput<typeof PointsOrder>

const words = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** What a member reads of goods before ordering, besides the price. Fields as in `PointsGoodsDetail`. */
export const GoodsTerms = v.object({
  kind: PointsGoods.entries.kind,
  gives: PointsGoodsDetail.entries.gives,
  name: words(80),
  line: words(120),
  description: words(1000),
})
export type GoodsTerms = v.InferOutput<typeof GoodsTerms>

/**
 * Orders and pays in one step. `expectedPoints` is the sum the member saw: another sum is rejected (1482), other
 * `expectedTerms` too (1706), and so are too few coins (1483). Devices of before expect no terms. Kept as a draft
 * offline: price and stock are asked again before the coins go.
 */
export const pointsCheckout = post('integral/order/checkout', {
  offline: 'draft',
  args: v.object({
    goodsId: Id,
    quantity: whole(1, 100),
    expectedPoints: Amount,
    expectedTerms: v.optional(GoodsTerms),
    addressId: v.optional(v.nullable(Id), null),
    remark: v.optional(v.nullable(text(200)), null),
  }),
  answer: PointsOrder,
  invalidates: [
    'integral/order/list',
    'integral/goods/v2/list',
    'integral/goods/info',
    'v2/pointMall/list',
    'g/coupon/my/list',
  ],
  moves: ['gold', 'lucky'],
})

export const pointsOrderList = get('integral/order/list', {
  args: v.object({ ...PageArgs, status: v.optional(PointsOrderStatus) }),
  answer: page(PointsOrder),
})

/**
 * Asks for the points back while the parcel has not left. Asking twice is no error; an order that was shipped or
 * received is rejected (1787).
 */
export const pointsOrderRefund = post('integral/order/refund', {
  specified: false,
  offline: 'queue',
  lane: 'receipts',
  args: v.object({ orderId: Id }),
  answer: PointsOrder,
  invalidates: ['integral/order/list'],
})

/** Confirms that a shipped parcel has come. Confirming twice is no error; one that never left is rejected (1787). */
export const pointsOrderReceive = post('integral/order/receive', {
  specified: false,
  offline: 'queue',
  lane: 'receipts',
  args: v.object({ orderId: Id }),
  answer: PointsOrder,
  invalidates: ['integral/order/list'],
})
