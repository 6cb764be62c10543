import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Currency, Flag, Id, Instant, PageArgs, Slug, orLater, page, whole } from './primitives.ts'
import { machineKinds } from './words.ts'
import { Closing, Picture, Session, SettlementType } from './products.ts'

export const PayFrom = v.picklist(['recharge', 'income'])
const Quantity = whole(1, 1000)

/** Lines of a price, in minor units: `amount` − `discount` − `coupon` = `actualPayment`. */
const Lines = {
  currency: Currency,
  quantity: Quantity,
  unitPrice: Amount,
  amount: Amount,
  discount: Amount,
  coupon: Amount,
  actualPayment: Amount,
}

/** A coupon that could be used on a draft. Value in minor units for a voucher, basis points for a discount. */
const UsableCoupon = v.object({
  id: Id,
  type: v.picklist([1, 2]),
  name: v.string(),
  value: Amount,
  saves: Amount,
  expiresAt: Instant,
})

export const OrderDraft = v.object({
  id: Id,
  productId: Id,
  productName: v.string(),
  art: Slug,
  picture: Picture,
  kind: v.picklist(['vehicle', 'pile']),
  ...Lines,
  couponId: v.nullable(Id),
  coupons: v.array(UsableCoupon),
  levelNeeded: whole(0, 100),
  stock: whole(0, Number.MAX_SAFE_INTEGER),
  expiresAt: Instant,
})
export type OrderDraft = v.InferOutput<typeof OrderDraft>

/** Prices a purchase. Nothing is reserved: the numbers are fresh, not held. */
export const draftGenerate = post('order/draft/generate', {
  offline: 'draft',
  args: v.object({ productId: Id, quantity: Quantity, couponId: v.optional(v.nullable(Id)) }),
  answer: OrderDraft,
})

export const draftDetail = get('order/draft/info/{id}', { args: v.object({ id: Id }), answer: OrderDraft })

/** Which wallets can pay a draft, and how much is in each. */
export const prepayType = post('order/getPrepayType', {
  writes: false,
  offline: 'online',
  args: v.object({ draftId: Id }),
  answer: v.object({
    currency: Currency,
    methods: v.array(v.object({ wallet: PayFrom, balance: Amount, sufficient: v.boolean() })),
  }),
})

export const orderStatuses = ['working', 'invalid'] as const

export const Order = v.object({
  id: Id,
  orderNumber: v.string(),
  productId: Id,
  productName: v.string(),
  art: Slug,
  picture: Picture,
  ...Lines,
  /** What it is a share of. Absent from answers that a device stored before the field existed. */
  kind: v.optional(orLater(machineKinds)),
  paidFrom: orLater(PayFrom.options),
  status: orLater(orderStatuses),
  paidAt: Instant,
  cancelledAt: v.nullable(Instant),
  cancellableUntil: v.nullable(Instant),
  /** What returned when it was cancelled; null unless it was. Absent as `kind`. */
  refund: v.optional(v.nullable(Amount)),
  /** Its machine was closed for good: when, why, and what went back for the rest of the term. Absent as `kind`. */
  closing: v.optional(v.nullable(Closing)),
  unitIds: v.array(Id),
  giftPoints: Amount,
})
export type Order = v.InferOutput<typeof Order>

/** What a member reads of an offer before paying, besides the price. Fields as in `ProductDetail`. */
export const OfferTerms = v.object({
  validityDays: whole(1, 100_000),
  settlementType: SettlementType,
  memberShareBp: whole(0, 10_000),
  unitsTotal: whole(0, Number.MAX_SAFE_INTEGER),
  cancellationHours: whole(0, 10_000),
  /** Absent from commands of builds before it. */
  giftPoints: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
})
export type OfferTerms = v.InferOutput<typeof OfferTerms>

/**
 * Pays a draft: stock, wallet and units move in one transaction. `expectedPayment` must still be the price, and
 * `expectedTerms` what is offered for it, or the call is rejected (1706). Devices of before expect no terms.
 */
export const prepay = post('order/prepay', {
  proof: 'once set',
  args: v.object({
    draftId: Id,
    wallet: PayFrom,
    expectedPayment: Amount,
    expectedTerms: v.optional(OfferTerms),
    risksRead: v.literal(true, 'risksRead: the risk sheet must be read first'),
  }),
  answer: Order,
  invalidates: [
    'g/order/list',
    'g/order/vehicle/list',
    'g/coupon/my/list',
    'g/coupon/usable/list',
    'g/user/goods/list',
    'g/user/goods/total',
    'g/goods/list',
    'g/goods/vehicle/list',
    'g/goods/info',
    'g/goods/vehicle/info',
    'home/indexV3',
    'home/getIndexBarrage',
  ],
  moves: ['recharge', 'income', 'gold', 'lucky'],
})

/** The order that came of a draft, or null while it is unpaid. */
export const payResult = post('order/payInfo', {
  writes: false,
  offline: 'online',
  args: v.object({ draftId: Id }),
  answer: v.object({ order: v.nullable(Order) }),
})

/**
 * Cancels within the cancellation window: every unit ends, and the payment returns to the wallet it came from, less
 * what was settled for the units. `expectedRefund` must still be what returns, or the call is rejected (1706); devices
 * of before it expect the whole payment.
 */
export const orderCancel = post('order/cancel', {
  specified: false,
  args: v.object({ orderId: Id, expectedRefund: v.optional(v.nullable(Amount), null) }),
  answer: Order,
  invalidates: [...prepay.invalidates, 'g/user/goods/info'],
  moves: prepay.moves,
})

/** `pointsOnly` leaves the orders that brought points. */
export const orderList = get('g/order/list', {
  args: v.object({ ...PageArgs, status: v.optional(v.picklist(orderStatuses)), pointsOnly: v.optional(Flag) }),
  answer: page(Order),
})

/** Orders of vehicles only. */
export const orderVehicleList = get('g/order/vehicle/list', { args: orderList.args, answer: page(Order) })

/** Trips or charging sessions of the machine behind one of the caller's units, newest first. */
export const vehicleOrderList = get('g/vehicle/order/list', {
  args: v.object({ ...PageArgs, unitId: Id }),
  answer: page(Session),
})
export const vehicleOrderTotal = get('g/vehicle/order/total', {
  args: v.object({ unitId: Id }),
  answer: v.object({
    currency: Currency,
    sessions: Amount,
    revenue: Amount,
    perUnit: Amount,
    energyWh: Amount,
    distanceM: Amount,
  }),
})
