import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Currency, Day, Empty, Id, Instant, whole } from './primitives.ts'

const Points = whole(0, 1_000_000)

/** The check-in calendar of one month, in the member's time zone. */
export const signList = get('game/sign/list', {
  args: v.object({
    month: v.optional(v.pipe(v.string(), v.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'must be a month, yyyy-mm'))),
  }),
  answer: v.object({
    month: v.string(),
    today: Day,
    days: v.array(v.object({ day: Day, points: Points })),
    /** Gold coins for the 1st … 7th day of a streak; the 7th repeats. */
    scale: v.array(Points),
  }),
})

export const signNumber = get('game/sign/getSignNum', {
  args: Empty,
  answer: v.object({
    streak: whole(0, 100_000),
    total: whole(0, 100_000),
    signedToday: v.boolean(),
    today: Day,
    goldCoins: Amount,
    nextPoints: Points,
  }),
})

/**
 * Checks in. The server credits the day of `madeAt` in the member's zone when that lies within the last 48 hours, or it
 * was sent within as many while rewards were switched off, is not in the future, not before the member joined and not
 * yet signed; otherwise the day of arrival.
 */
export const gameSign = post('game/sign', {
  offline: 'queue',
  lane: 'check-in',
  args: v.object({ madeAt: Instant }),
  answer: v.object({ day: Day, points: Points, streak: whole(1, 100_000), goldCoins: Amount }),
  // A level that is reached is told in a message.
  invalidates: ['game/sign/list', 'user/info', 'mallNotice/noticeList'],
  moves: ['gold'],
})

/** Moves everything settled and unclaimed, of one unit or of all, into the income wallet. */
export const claimEarnings = post('g/user/goods/earnings/claim', {
  offline: 'queue',
  lane: 'income',
  args: v.object({ unitId: v.optional(Id) }),
  answer: v.object({
    amount: Amount,
    currency: Currency,
    units: whole(0, 1_000_000),
    incomeBalance: Amount,
    /** Whose income it was; absent, like the movement's id, from answers of servers before them. */
    machines: v.optional(whole(0, 1_000_000)),
    /** The movement in the income wallet, which shows what it was made of. */
    billId: v.optional(v.string()),
  }),
  invalidates: ['user/info', 'mallNotice/noticeList'],
  // Coins come with a level that is reached.
  moves: ['pending', 'income', 'gold'],
})

/**
 * What a coupon is worth: `value` is basis points of a discount (type 1), minor units of a voucher (type 2). It holds
 * to the end of the day that is `days` after the one of its receipt.
 */
const CouponTerms = v.object({
  type: v.picklist([1, 2]),
  value: Amount,
  currency: Currency,
  minimumSpend: Amount,
  /** The most a discount takes off; null is no limit. */
  savesAtMost: v.nullable(Amount),
  days: Amount,
})

/** What a prize, a quiz or a code gives. Money in minor units, coins and balls whole. */
export const Reward = v.variant('of', [
  v.object({ of: v.literal('money'), amount: Amount, currency: Currency }),
  v.object({ of: v.literal('gold'), amount: Amount }),
  v.object({ of: v.literal('lucky'), amount: Amount }),
  /** `terms` is absent from answers of servers before it. */
  v.object({ of: v.literal('coupon'), name: v.string(), terms: v.optional(CouponTerms) }),
])
export type Reward = v.InferOutput<typeof Reward>

/** Redeems a gift code, once per member and code; a wrong one is 1474. */
export const redeemCode = post('redeemCodeRule/use', {
  offline: 'queue',
  lane: 'gift-codes',
  args: v.object({
    code: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{4,40}$/, 'must be a gift code')),
  }),
  answer: v.object({ code: v.string(), rewards: v.array(Reward) }),
  invalidates: ['g/coupon/my/list'],
  moves: ['income', 'gold', 'lucky'],
})

const Choice = whole(0, 9)

/**
 * `started`: an attempt is under way. `failed`: a wrong answer, the time was over, or it was left. The next attempt is
 * tomorrow's, in the member's zone.
 */
const QuizState = v.picklist(['ready', 'started', 'passed', 'failed'])

/** An ended attempt. Only here do the right answers travel, as places in `choices`. */
export const QuizResult = v.object({
  ended: v.picklist(['passed', 'wrong', 'late', 'left']),
  questions: v.array(
    v.object({
      question: v.string(),
      choices: v.array(v.string()),
      /** Null where the member chose nothing. */
      chosen: v.nullable(Choice),
      right: Choice,
      /** One sentence that explains the right answer. */
      why: v.string(),
    }),
  ),
  /** Null unless it was passed. */
  reward: v.nullable(Reward),
})
export type QuizResult = v.InferOutput<typeof QuizResult>

/** The quiz of the member's day: what a start would ask and give, or what became of the day's only attempt. */
export const quizInfo = get('answer/info', {
  offline: 'online',
  args: Empty,
  answer: v.object({
    day: Day,
    state: QuizState,
    /** 0 where the operator has none now. */
    questions: whole(0, 50),
    /** How long all of them together may take. */
    seconds: whole(1, 86_400),
    prize: Reward,
    result: v.nullable(QuizResult),
    /** When the next attempt opens; null while today's can be started. */
    nextAt: v.nullable(Instant),
  }),
})

/**
 * Starts the day's only attempt and gives all its questions, so that going forward and back needs no network
 * (docs/decisions/0048-a-quiz-is-one-sitting.md); that is why this GET writes. `sitting` is minted by the device at the
 * tap: another one fails an attempt that is under way. The right answers never travel with it.
 */
export const quizNext = get('answer/next', {
  writes: true,
  offline: 'online',
  args: v.object({ sitting: Id }),
  answer: v.object({
    day: Day,
    /** How much time is left, counted from the answer. */
    seconds: whole(0, 86_400),
    questions: v.array(v.object({ question: v.string(), choices: v.array(v.string()) })),
  }),
  invalidates: ['answer/info'],
})

/** Hands in the attempt, a place in `choices` per question in order. All right gives the prize at once. */
export const quizSubmit = post('answer/submit', {
  args: v.object({
    sitting: Id,
    choices: v.pipe(v.array(v.nullable(Choice)), v.minLength(1), v.maxLength(50)),
  }),
  answer: v.object({ day: Day, result: QuizResult, nextAt: Instant }),
  invalidates: ['answer/info', 'user/info'],
  moves: ['gold'],
})

/** Ends an attempt without answers: the member left. Nothing happens where the sitting has no attempt under way. */
export const quizLeave = post('answer/leave', {
  specified: false,
  offline: 'queue',
  lane: 'quiz',
  args: v.object({ sitting: Id }),
  answer: Empty,
  invalidates: ['answer/info'],
})
