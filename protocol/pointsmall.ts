import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Empty, Id, Instant, PageArgs, Slug, oneOf, page, text, whole } from './primitives.ts'

/** Something to be had for gold coins. Prices are whole coins, never money. */
export const PointsGoods = v.object({
  id: Id,
  categoryId: Slug,
  name: v.string(),
  line: v.string(),
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

/** The few that home shows. */
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

export const pointsGoodsDetail = get('integral/goods/info', {
  who: 'anyone',
  args: v.object({ id: Id }),
  answer: v.object({
    ...PointsGoods.entries,
    description: v.string(),
    /** Had by the caller already; 0 for a visitor. */ had: Amount,
  }),
})

/** 201 paid, 202 refund requested, 203 refunded, 301 shipped, 401 received by user (specification 4). */
const PointsOrderStatus = oneOf([201, 202, 203, 301, 401])

export const PointsOrder = v.object({
  id: Id,
  orderNumber: v.string(),
  goodsId: Id,
  name: v.string(),
  art: Slug,
  kind: PointsGoods.entries.kind,
  quantity: whole(1, 100),
  points: Amount,
  status: PointsOrderStatus,
  /** As it was when ordered: a later edit of the address doesn't move a parcel. Null where nothing is sent. */
  address: v.nullable(v.object({ recipient: v.string(), phoneMasked: v.string(), line: v.string() })),
  tracking: v.nullable(v.string()),
  at: Instant,
  shippedAt: v.nullable(Instant),
  receivedAt: v.nullable(Instant),
})
export type PointsOrder = v.InferOutput<typeof PointsOrder>

/**
 * Orders and pays in one step. `expectedPoints` is the sum the member saw: another sum is rejected (1482), and so are
 * too few coins (1483). Kept as a draft offline: price and stock are asked again before the coins go.
 */
export const pointsCheckout = post('integral/order/checkout', {
  offline: 'draft',
  args: v.object({
    goodsId: Id,
    quantity: whole(1, 100),
    expectedPoints: Amount,
    addressId: v.optional(v.nullable(Id), null),
    remark: v.optional(v.nullable(text(200)), null),
  }),
  answer: PointsOrder,
  invalidates: [
    'integral/order/list',
    'integral/goods/v2/list',
    'integral/goods/info',
    'g/account/info',
    'g/coupon/my/list',
    'capital/streamList',
  ],
})

export const pointsOrderList = get('integral/order/list', {
  args: v.object({ ...PageArgs, status: v.optional(PointsOrderStatus) }),
  answer: page(PointsOrder),
})
