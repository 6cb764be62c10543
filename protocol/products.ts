import * as v from 'valibot'
import { get } from './call.ts'
import {
  Amount,
  Currency,
  Day,
  Flag,
  Id,
  Instant,
  MachineKind,
  Money,
  orLater,
  orLaterNumber,
  page,
  PageArgs,
  Slug,
  whole,
} from './primitives.ts'
import { machineKinds } from './words.ts'

/** 0 daily, 1 at expiry, 2 hourly (specification 9). */
export const SettlementType = orLaterNumber([0, 1, 2])
/** Vehicle service states (specification 4). */
export const ServiceState = orLater(['idle', 'in service', 'paused or faulty', 'resting'])

/**
 * The address of a product's picture, whose content never changes; null where the drawing stands alone. Absent from
 * answers that a device stored before the field existed.
 */
export const Picture = v.optional(v.nullable(v.string()))

const Big = whole(0, Number.MAX_SAFE_INTEGER)

/**
 * The end of a machine that was sold or is broken for good, in the operator's words. `refund`, in minor units, is what
 * went back for the order in question.
 */
export const Closing = v.object({ at: Instant, reason: v.string(), refund: Amount })
export type Closing = v.InferOutput<typeof Closing>

/** A product as a card shows it (specification 3). Amounts in minor units of `currency`. */
export const ProductCard = v.object({
  id: Id,
  kind: orLater(machineKinds),
  categoryId: Slug,
  name: v.string(),
  edition: v.string(),
  /** Name of the drawing under `/art/`. */
  art: Slug,
  picture: Picture,
  currency: Currency,
  price: Amount,
  /** Projected: what one unit may earn a day. Never a promise. */
  dailyIncome: Amount,
  /** Projected over the whole term, price not included. */
  totalReturn: Amount,
  /** Projected total return ÷ price, in basis points. */
  yieldRate: Big,
  /** What one unit of this product really earned in the last 30 days; null before its machine has run for a day. */
  earnedLast30Days: v.nullable(Amount),
  validityDays: whole(1, 10_000),
  /** The same term in settlement periods: days, one for a term that is paid at its end, or hours. */
  validityPeriods: whole(1, 240_000),
  settlementType: SettlementType,
  /** Units left; 0 while it is not on offer. */
  stock: Big,
  /** False while the operator sells none of it; absent from answers of older servers. */
  isOnOffer: v.optional(v.boolean()),
  unitsTotal: Big,
  /** How many units one member may hold; 0 is no limit. */
  purchaseLimit: Big,
  levelNeeded: whole(0, 100),
  giftPoints: Big,
  deviceNumber: v.string(),
  serviceState: ServiceState,
  /** Who runs the machine. */
  operatorId: Slug,
  /** Where the machine stands, for people: `Menteng, Jakarta`. Older servers don't say it. */
  place: v.optional(v.string()),
})
export type ProductCard = v.InferOutput<typeof ProductCard>

/** One day of a machine's revenue: everything it took in, and the part of it that belongs to one unit. */
export const DayOfRevenue = v.object({ day: v.string(), revenue: Money, perUnit: Money })

export const ProductDetail = v.object({
  ...ProductCard.entries,
  specification: v.array(v.object({ label: v.string(), value: v.string() })),
  description: v.string(),
  /** Part of the revenue that goes to the units, in basis points; the rest runs the machine. */
  memberShareBp: whole(0, 10_000),
  /** Hours after buying in which the order can be cancelled for a full refund. */
  cancellationHours: whole(0, 10_000),
  /** The last 30 days of the machine, oldest first. */
  history: v.array(DayOfRevenue),
  /** Units of this product the caller already holds; 0 for a visitor. */
  held: Big,
  operatorName: v.string(),
  /** When and why its machine was closed for good; null while it wasn't. Absent from answers of older servers. */
  closed: v.optional(v.nullable(v.omit(Closing, ['refund']))),
  position: v.nullable(v.object({ latitude: v.number(), longitude: v.number(), place: v.string() })),
})
export type ProductDetail = v.InferOutput<typeof ProductDetail>

const Filter = v.object({
  ...PageArgs,
  categoryId: v.optional(Slug),
  kind: v.optional(MachineKind),
  affordable: v.optional(Flag),
  sort: v.optional(v.picklist(['featured', 'price', 'earned', 'newest'])),
})

export const goodsList = get('g/goods/list', { who: 'anyone', args: Filter, answer: page(ProductCard) })
export const goodsVehicleList = get('g/goods/vehicle/list', { who: 'anyone', args: Filter, answer: page(ProductCard) })
export const goodsRecommend = get('g/goods/recommend', {
  who: 'anyone',
  /** `like` names a product: those of its category come first, then those of its kind, never itself. */
  args: v.object({ limit: v.optional(whole(1, 20), 6), like: v.optional(Id) }),
  answer: v.object({ items: v.array(ProductCard) }),
})
/** A pile or a plan. */
export const goodsDetail = get('g/goods/info', { who: 'anyone', args: v.object({ id: Id }), answer: ProductDetail })
/** A vehicle. */
export const goodsVehicleDetail = get('g/goods/vehicle/info', {
  who: 'anyone',
  args: v.object({ id: Id }),
  answer: ProductDetail,
})

/** What a unit is, seen by its owner. Money in minor units of `currency`. */
export const UnitCard = v.object({
  id: Id,
  productId: Id,
  machineId: Id,
  kind: orLater(machineKinds),
  name: v.string(),
  art: Slug,
  picture: Picture,
  currency: Currency,
  price: Amount,
  status: orLater(['active', 'expired', 'cancelled']),
  /** 0 pending (something to claim), 1 received, 2 cancelled (specification 4, draw status). */
  drawStatus: orLaterNumber([0, 1, 2]),
  settlementType: SettlementType,
  activeFrom: Instant,
  expiresAt: Instant,
  /** Settled and not yet claimed. */
  pending: Amount,
  /** Settled and claimed, less all that was taken back, but never below 0. */
  claimed: Amount,
  /**
   * Booked by the machine since the last settlement; becomes pending at the next. Earlier clients read it by this name,
   * so it stays.
   */
  accruing: Amount,
  nextSettlementAt: v.nullable(Instant),
  serviceState: ServiceState,
  /** When its machine was closed and its term cut; null where it wasn't. Absent as `earnedByDay`. */
  closedAt: v.optional(v.nullable(Instant)),
  /**
   * What this unit earned on each of the last 30 days where the member lives, oldest first, in minor units. Absent from
   * answers that a device stored before the field existed.
   */
  earnedByDay: v.optional(v.array(v.object({ day: Day, amount: Money }))),
  /** The amounts of `earnedByDay` alone. Only builds before it read this field; drop it two versions later. */
  sparkline: v.array(Money),
})
export type UnitCard = v.InferOutput<typeof UnitCard>

/**
 * How the amount of a charging session came about: its three parts, and the rates in thousandths of a minor unit.
 * `closedAs` tells that the pile said when it ended, or that a rule closed it (docs/ocpp.md).
 */
export const SessionCharge = v.object({
  startFee: Amount,
  energy: Amount,
  time: Amount,
  perKwh: Amount,
  perMinute: Amount,
  closedAs: orLater(['ended', 'silent', 'superseded']),
  isClockDoubted: v.boolean(),
})

/** One trip or charging session of a unit's machine. Energy in Wh, distance in metres. */
export const Session = v.object({
  id: Id,
  kind: orLater(['trip', 'session']),
  startedAt: Instant,
  endedAt: Instant,
  energyWh: v.nullable(Big),
  distanceM: v.nullable(Big),
  amount: Amount,
  perUnit: Money,
  currency: Currency,
  /** Absent where the machine reported the amount itself, and from answers stored before the field existed. */
  charge: v.optional(SessionCharge),
})

/** What the machine behind a unit does now and did lately. Its place comes from protocol/locations. */
export const MachineFacts = v.object({
  /** Since when it is in the unit's `serviceState`. */
  stateSince: Instant,
  /** When it last reported anything; null where it never did. */
  lastSeenAt: v.nullable(Instant),
  /** Percent. Null for what has no battery or never said. */
  battery: v.nullable(whole(0, 100)),
  /** Metres in its life. */
  odometerM: v.nullable(Big),
  /** The day of the member, from `from` to `until`. */
  today: v.object({
    day: Day,
    from: Instant,
    until: Instant,
    /** Trips or charging sessions that ended. */
    sessions: Big,
    /** When it was not idle, oldest first. */
    spans: v.array(v.object({ state: ServiceState, from: Instant, until: Instant })),
    /** At most one number in half an hour, oldest first. */
    battery: v.array(v.object({ at: Instant, percent: whole(0, 100) })),
  }),
  /** When it was closed for good; null while it wasn't. Absent from answers of older servers. */
  closedAt: v.optional(v.nullable(Instant)),
  /** The last 20 of 90 days, newest first; `until` is null while it lasts. */
  faults: v.array(v.object({ since: Instant, until: v.nullable(Instant) })),
})
export type MachineFacts = v.InferOutput<typeof MachineFacts>

export const UnitDetail = v.object({
  ...UnitCard.entries,
  orderId: Id,
  deviceNumber: v.string(),
  /** Who runs its machine. Absent from answers that a device stored before the field existed. */
  operatorName: v.optional(v.string()),
  /** Absent as `operatorName`. */
  operatorId: v.optional(Slug),
  /** Until when the order behind it can be cancelled; null when over. */
  cancellableUntil: v.nullable(Instant),
  /** What cancelling it would return: `paid` less what its units `earned`. Null as the time; absent as `machine`. */
  cancellation: v.optional(
    v.nullable(
      v.object({
        paid: Amount,
        earned: Amount,
        refund: Amount,
        /** Gold coins that came with the order, and are taken back. Absent as `machine`. */
        giftPoints: v.optional(Amount),
        /** Whether a coupon becomes usable again, which has not expired. Absent as `machine`. */
        hasCoupon: v.optional(v.boolean()),
        /** The wallet that paid, to which the money returns. Absent as `machine`. */
        wallet: v.optional(v.picklist(['recharge', 'income'])),
      }),
    ),
  ),
  /** The closing of its machine, with what went back for the whole order. Null and absent as `closedAt`. */
  closing: v.optional(v.nullable(Closing)),
  memberShareBp: whole(0, 10_000),
  unitsTotal: Big,
  sessions: v.array(Session),
  /**
   * What it earned on each of the member's days from the day of `activeFrom` up to today or its last. Absent as
   * `operatorName`.
   */
  earnedSoFar: v.optional(v.object({ from: Day, amounts: v.array(Money) })),
  /** The last 60; `g/user/vehicle/share/list` has all of them. */
  settlements: v.array(v.object({ period: v.string(), at: Instant, amount: Amount, claimedAt: v.nullable(Instant) })),
  /** Absent from answers that a device stored before the field existed. */
  machine: v.optional(MachineFacts),
})
export type UnitDetail = v.InferOutput<typeof UnitDetail>

const unitStatus = v.optional(v.picklist(['active', 'expired', 'cancelled']))
export const userGoodsList = get('g/user/goods/list', {
  args: v.object({
    ...PageArgs,
    status: unitStatus,
    kind: v.optional(MachineKind),
    /** Of each machine one unit alone, the one held longest: of those that earn, where there are any. */
    onePerMachine: v.optional(Flag),
  }),
  answer: page(UnitCard),
})
export const userGoodsDetail = get('g/user/goods/info', { args: v.object({ id: Id }), answer: UnitDetail })
export const userGoodsTotal = get('g/user/goods/total', {
  args: v.object({}),
  answer: v.object({
    currency: Currency,
    units: Big,
    activeUnits: Big,
    /** Machines that they are of, and those in service now. Absent from answers stored before the fields existed. */
    activeMachines: v.optional(Big),
    runningMachines: v.optional(Big),
    invested: Amount,
    pending: Amount,
    claimed: Amount,
    accruing: Amount,
    today: Amount,
  }),
})

/** The caller's units of vehicles. */
export const userVehicleList = get('g/user/vehicle/list', {
  args: v.object({ ...PageArgs, status: unitStatus }),
  answer: page(UnitCard),
})
export const userVehicleDetail = get('g/user/vehicle/info', { args: v.object({ id: Id }), answer: UnitDetail })

/**
 * A unit's part of its machine's revenue in one settlement period. 0 not received, 1 received, 2 expired, 3 not yet
 * receivable (specification 4). Settled income never expires: 2 is what a machine took in after the last settlement of
 * an order that was cancelled, and 3 the period that still runs.
 */
export const UnitShare = v.object({
  unitId: Id,
  period: v.string(),
  status: orLaterNumber([0, 1, 2, 3]),
  currency: Currency,
  machineRevenue: Amount,
  amount: Amount,
  /** The end of the period; null while it was not settled. */
  settledAt: v.nullable(Instant),
  claimedAt: v.nullable(Instant),
})
export type UnitShare = v.InferOutput<typeof UnitShare>

/** Every settlement of one unit, of a vehicle or a pile, the newest first. */
export const userVehicleShares = get('g/user/vehicle/share/list', {
  args: v.object({ ...PageArgs, unitId: Id }),
  answer: page(UnitShare),
})

/** The caller's vehicle units in few words, to choose one from: 500 at the most, those that work first. */
export const userVehicleSelect = get('g/user/vehicle/select', {
  args: v.object({}),
  answer: v.object({
    items: v.array(
      v.object({ unitId: Id, name: v.string(), art: Slug, deviceNumber: v.string(), active: v.boolean() }),
    ),
  }),
})
