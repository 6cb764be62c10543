import * as v from 'valibot'
import { get, post } from './call.ts'
import {
  Amount,
  Currency,
  DateRange,
  Day,
  Empty,
  Id,
  Instant,
  MachineKind,
  Money,
  PageArgs,
  Slug,
  oneOf,
  orLater,
  page,
  whole,
} from './primitives.ts'
import { billWallets } from './wallet-reads.ts'
import { billTypes, walletNames } from './words.ts'

export const WalletName = v.picklist(walletNames)

/** Balances in minor units; points are whole coins and balls. */
export const accountInfo = get('g/account/info', {
  args: Empty,
  answer: v.object({
    currency: Currency,
    recharge: Amount,
    income: Amount,
    timeDeposit: Amount,
    goldCoins: Amount,
    luckyBalls: Amount,
    /** Settled and not yet claimed. */
    pendingIncome: Amount,
    claimedIncome: Amount,
    /**
     * What the member owes to a wallet: it was taken back after it had been spent. What comes into the wallet next pays
     * it first; nothing else waits for it. Absent on answers stored before the field existed.
     */
    owed: v.optional(v.object({ recharge: Amount, income: Amount })),
    /** Payments into the recharge wallet that the operator checks before they are credited. Absent as `owed`. */
    underReview: v.optional(Amount),
  }),
})

export const billKinds = [
  'topup',
  'purchase',
  'refund',
  'closing_refund',
  'income',
  'income_claim',
  'sign_reward',
  'invite_reward',
  'gift_points',
  'gift_return',
  'withdrawal',
  'withdrawal_return',
  'exchange',
  'deposit',
  'deposit_return',
  'deposit_interest',
  'quiz_reward',
  'gift_code',
  'salary',
  'card_repayment',
  'prize',
  'points_spent',
  'points_refund',
  'lucky_bought',
  'level_bonus',
  'topup_reversal',
  'reversal_undone',
  'income_reversal',
  'debt_netting',
] as const
export type BillKind = (typeof billKinds)[number]

/** A movement of one wallet. `amount` is positive where money came in. */
export const Bill = v.object({
  id: v.string(),
  wallet: orLater(billWallets),
  kind: orLater(billKinds),
  at: Instant,
  amount: Money,
  currency: v.string(),
  /** What its wallet held right after it. Absent on answers stored before the field existed. */
  balanceAfter: v.optional(Amount),
  /** What the movement was for: a product's name, a unit, a day. */
  subject: v.nullable(v.string()),
  /** The order or unit it leads to. */
  orderId: v.nullable(Id),
  unitId: v.nullable(Id),
  /** How many units the income was settled for, where there were several. Absent as `withdrawalId`. */
  units: v.optional(whole(1, Number.MAX_SAFE_INTEGER)),
  /** Which kind of machine the income came from. Absent as `withdrawalId`. */
  machines: v.optional(MachineKind),
  /**
   * The withdrawal that this bill paid out or returned. Absent on other bills and on answers stored before the field
   * existed.
   */
  withdrawalId: v.optional(Id),
  /** The order of the points mall that it paid, refunded or came from. Absent as `withdrawalId`. */
  pointsOrderId: v.optional(Id),
  /** The draw that it paid, the first where it paid several, or whose prize it is. Absent as `withdrawalId`. */
  drawId: v.optional(Id),
})
export type Bill = v.InferOutput<typeof Bill>

/** Days are the member's; `from` and `to` (both included) overrule `range`. */
const BillFilter = v.object({
  ...PageArgs,
  range: v.optional(DateRange),
  from: v.optional(Day),
  to: v.optional(Day),
})

/** Income: what was settled and what was claimed. */
export const earnBills = get('g/account/bill/earn/list', { args: BillFilter, answer: page(Bill) })

/**
 * Bills of every kind, of one wallet or all, of one type or all (specification 3). `vehicle` and `pile` are income by
 * what earned it, `transfer` is income that was moved into the income wallet. Recharge history is `recharge` of the
 * last 7 days.
 */
export const streamList = get('capital/streamList', {
  args: v.object({ ...BillFilter.entries, wallet: v.optional(WalletName), type: v.optional(v.picklist(billTypes)) }),
  answer: page(Bill),
})

/**
 * What moved on each of the member's days of a month: one total for each wallet and kind, over the whole day however
 * much of it a list has loaded.
 */
export const dayTotals = get('capital/dayTotals', {
  specified: false,
  args: v.object({ month: v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month')) }),
  answer: v.object({
    items: v.array(
      v.object({
        day: Day,
        wallet: orLater(billWallets),
        kind: orLater(billKinds),
        amount: Money,
        currency: v.string(),
      }),
    ),
  }),
})

/**
 * Moves what was settled before `before` from "to be transferred" into the income wallet; it then counts as
 * transferred. Sent twice, the second finds nothing older and moves nothing.
 */
export const earnReceive = post('g/account/earn/receive', {
  offline: 'queue',
  lane: 'income',
  args: v.object({ before: Instant }),
  answer: v.object({
    currency: Currency,
    moved: Amount,
    toTransfer: Amount,
    transferred: Amount,
    incomeBalance: Amount,
  }),
  invalidates: ['user/info', 'mallNotice/noticeList'],
  // Coins come with a level that is reached.
  moves: ['pending', 'income', 'gold'],
})

/** The vehicle income summary: what each machine brought the caller on each of the member's days, newest first. */
export const vehicleEarnings = get('g/user/vehicle/earn/list', {
  args: v.object({ ...BillFilter.entries, kind: v.optional(MachineKind) }),
  answer: page(
    v.object({
      machineId: Id,
      productId: Id,
      name: v.string(),
      art: Slug,
      kind: MachineKind,
      day: Day,
      units: whole(0, 1_000_000),
      sessions: Amount,
      machineRevenue: Amount,
      amount: Amount,
      currency: Currency,
    }),
  ),
})

/** The one way there is between one's own wallets: income may become recharge. What was topped up is no income. */
const Way = { from: v.literal('income'), to: v.literal('recharge') }

/** Between which of one's own wallets money may go, one for one and free. */
export const exchangeRule = get('capital/exchangeRule', {
  specified: false,
  args: Empty,
  answer: v.object({ ways: v.array(v.object({ ...Way, currency: Currency, minimum: Amount, balance: Amount })) }),
})

/** Moves money from one's income wallet to one's recharge wallet. */
export const exchange = post('capital/exchange', {
  specified: false,
  args: v.object({ ...Way, amount: whole(1, Number.MAX_SAFE_INTEGER) }),
  /** `paidDebt` of the amount paid what the member owed to the recharge wallet. */
  answer: v.object({
    currency: Currency,
    amount: Amount,
    recharge: Amount,
    income: Amount,
    paidDebt: v.optional(Amount),
  }),
  moves: ['income', 'recharge'],
})

/**
 * 1 discount, 2 voucher; 0 received, 1 used, 2 expired (specification 3). `value` is basis points of a discount, minor
 * units of a voucher.
 */
export const Coupon = v.object({
  id: Id,
  type: v.picklist([1, 2]),
  status: v.picklist([0, 1, 2]),
  name: v.string(),
  value: Amount,
  currency: Currency,
  minimumSpend: Amount,
  /** The most a discount takes off; null is no limit. */
  savesAtMost: v.nullable(Amount),
  receivedAt: Instant,
  expiresAt: Instant,
  usedAt: v.nullable(Instant),
  orderId: v.nullable(Id),
})
export type Coupon = v.InferOutput<typeof Coupon>

/** `days` keeps the coupons received in the last 7 or 30 days (specification 9). */
export const couponList = get('g/coupon/my/list', {
  args: v.object({
    ...PageArgs,
    status: v.optional(oneOf([0, 1, 2])),
    type: v.optional(oneOf([1, 2])),
    days: v.optional(oneOf([7, 30])),
  }),
  answer: page(Coupon),
})

/** Coupons that fit a purchase, the one that saves most first. */
export const usableCoupons = get('g/coupon/usable/list', {
  args: v.object({ productId: Id, quantity: whole(1, 1000) }),
  answer: v.object({ items: v.array(v.object({ ...Coupon.entries, saves: Amount })) }),
})

/**
 * Lines of a withdrawal in minor units: `amount` − `fee` − `tax` = `arrives`; `fee` is after the level's `discount`.
 */
const WithdrawalLines = {
  currency: Currency,
  amount: Amount,
  fee: Amount,
  discount: Amount,
  tax: Amount,
  arrives: Amount,
}
const Limits = {
  currency: Currency,
  minimum: Amount,
  maximum: Amount,
  feeBp: whole(0, 10_000),
  feeMinimum: Amount,
  discountBp: whole(0, 10_000),
  taxBp: whole(0, 10_000),
}

const State = v.picklist(['requested', 'approved', 'sent', 'arrived', 'returned'])

/** Money leaves the wallet when it is requested, and comes back whole when it is returned. */
export const Withdrawal = v.object({
  id: Id,
  ...WithdrawalLines,
  cardId: Id,
  cardMasked: v.string(),
  state: State,
  steps: v.array(v.object({ state: State, at: Instant })),
  /** Why the operator returned it; null otherwise. */
  reason: v.nullable(v.string()),
  /** When the member cancelled it, which returns it. Absent on answers stored before the field existed. */
  cancelledAt: v.optional(v.nullable(Instant)),
  /** By when it was expected to arrive, said at the request; null where nobody said. Absent as `cancelledAt`. */
  expectedBy: v.optional(v.nullable(Instant)),
  /**
   * Until when it is looked at more closely, because the account was changed within a day before the request. It isn't
   * refused for that. Absent as `cancelledAt`.
   */
  reviewUntil: v.optional(v.nullable(Instant)),
})
export type Withdrawal = v.InferOutput<typeof Withdrawal>

/**
 * What the withdrawal screen opens with: balance, limits, and the withdrawals of the last 30 days; with `id` the one of
 * that id too, however old.
 */
export const withdrawInfo = get('g/goods/withdrawInfo', {
  args: v.object({ id: v.optional(Id) }),
  answer: v.object({
    ...Limits,
    balance: Amount,
    leftToday: Amount,
    activeCards: whole(0, 100),
    recent: v.array(Withdrawal),
  }),
})

/** The rule of withdrawing, in words and numbers. */
export const withdrawalRule = get('Profit/rule', {
  args: Empty,
  answer: v.object({ ...Limits, hoursToArrive: whole(0, 10_000), lines: v.array(v.string()) }),
})

/** Whether anything stands in the way of withdrawing. Ours answers that nothing does (docs/plain-dealing.md, 2). */
export const checkCapital = get('Profit/check/capital', { args: Empty, answer: v.object({ clear: v.boolean() }) })

/** Fee and actual arrival while the amount is typed. */
export const withdrawalCalculate = get('Profit/calculate', {
  offline: 'online',
  args: v.object({ amount: whole(1, Number.MAX_SAFE_INTEGER) }),
  answer: v.object(WithdrawalLines),
})

/**
 * Requests a withdrawal to an active card. `expectedArrival` must still be what arrives, or the call is rejected
 * (1706).
 */
export const withdraw = post('Profit/withdrawal', {
  offline: 'draft',
  proof: true,
  args: v.object({ amount: whole(1, Number.MAX_SAFE_INTEGER), cardId: Id, expectedArrival: Amount }),
  answer: Withdrawal,
  moves: ['income'],
})

/**
 * Cancels a withdrawal that isn't approved yet: all of it comes back to the income wallet. Afterwards the call is
 * rejected (1755). Cancelling it again answers the same.
 */
export const withdrawCancel = post('capital/withdrawal/cancel', {
  specified: false,
  args: v.object({ id: Id }),
  answer: Withdrawal,
  moves: ['income'],
})

/** An asset of a payment rail: `USDT`. Its amounts are in its smallest unit, 10^-`decimals`. */
const Asset = v.pipe(v.string(), v.regex(/^[A-Z]{3,6}$/, 'must be an asset code'))
/** Units of one currency for one of another, a decimal number as text so that no digit is lost. */
const Rate = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,18})?$/, 'must be a decimal number'))
const Rail = { asset: Asset, network: Slug, decimals: whole(0, 18), confirmations: whole(0, 1000) }

/**
 * A transfer that is waited for. `due` and `seen` in the asset's smallest unit, `amount` is what the wallet gets in
 * minor units.
 */
export const TopUp = v.object({
  id: Id,
  ...Rail,
  demo: v.boolean(),
  currency: Currency,
  amount: Amount,
  due: Amount,
  seen: Amount,
  rate: Rate,
  address: v.string(),
  state: v.picklist(['waiting', 'seen', 'confirming', 'credited', 'underpaid', 'overpaid', 'late']),
  confirmed: whole(0, 1000),
  openedAt: Instant,
  expiresAt: Instant,
  creditedAt: v.nullable(Instant),
})
export type TopUp = v.InferOutput<typeof TopUp>

/** Amounts to top up with at a tap, the bounds of a free one, the rails that take it, and what is open already. */
export const rechargeGoods = get('goods/rechargeGoods', {
  args: Empty,
  answer: v.object({
    currency: Currency,
    amounts: v.array(Amount),
    minimum: Amount,
    maximum: Amount,
    rails: v.array(v.object({ ...Rail, /** True where the address can't receive real funds. */ demo: v.boolean() })),
    /** Whose time is running, newest first, opened on whichever device. Absent from answers of earlier servers. */
    open: v.optional(v.array(TopUp)),
  }),
})

/** Every currency and asset, with the rate to the caller's currency and when it was published. */
export const currencyList = get('currency/all', {
  who: 'anyone',
  args: v.object({ base: v.optional(Currency) }),
  answer: v.object({
    base: Currency,
    items: v.array(
      v.object({
        code: Asset,
        name: v.string(),
        symbol: v.string(),
        decimals: whole(0, 18),
        rate: Rate,
        publishedAt: Instant,
      }),
    ),
  }),
})

/** What an amount is in another currency or asset, at the published rate; truncated, never rounded up. */
export const currencyCalculate = post('currency/calculate', {
  who: 'anyone',
  writes: false,
  offline: 'online',
  args: v.object({ amount: Amount, from: Asset, to: Asset }),
  answer: v.object({ from: Asset, amount: Amount, to: Asset, result: Amount, rate: Rate, publishedAt: Instant }),
})

/** Opens a top-up, or answers the open one of the same amount and rail, which is why this GET writes. */
export const topUpOpen = get('currency/pay', {
  writes: true,
  offline: 'online',
  args: v.object({ amount: whole(1, Number.MAX_SAFE_INTEGER), asset: Asset, network: Slug }),
  answer: TopUp,
})

/**
 * Asked after paying and while waiting: looks at the rail at once and answers how far the top-up is. A transfer is
 * credited once, whoever asks.
 */
export const topUpAfterPaying = post('order/wallet/goToUpdateAboutTaskPayAfter', {
  writes: false,
  offline: 'online',
  args: v.object({ topUpId: Id }),
  answer: TopUp,
})
