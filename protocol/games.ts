import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Empty, Id, Instant, PageArgs, Slug, oneOf, page, text, whole } from './primitives.ts'
import { Reward } from './rewards.ts'

/** Games cost gold coins or Lucky Balls, never money (docs/plain-dealing.md, 4). */
const Price = v.object({ of: v.picklist(['gold', 'lucky']), amount: Amount })

/** SHA-256 or a seed, 32 bytes in hex. */
const Hex32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in hex'))

/**
 * `type` 0 amount, 1 points (specification 3). Won with `weight` out of the sum of all weights of its game: the odds,
 * exactly.
 */
export const Prize = v.object({
  id: Id,
  name: v.string(),
  art: Slug,
  type: v.picklist([0, 1]),
  reward: v.nullable(Reward),
  weight: whole(1, 1_000_000_000),
  /** How many are left; null is no limit. */ left: v.nullable(Amount),
})
export type Prize = v.InferOutput<typeof Prize>

/**
 * Both seeds of a draw, so that anyone can repeat it. SHA-256 of `serverSeed` is the hash shown before the draw; `roll`
 * is computed from both seeds and picks the prize by weight.
 */
const Proof = v.object({
  seedHash: Hex32,
  serverSeed: Hex32,
  memberSeed: v.string(),
  weights: v.array(v.object({ prizeId: Id, weight: Amount })),
  roll: Amount,
})

export const Draw = v.object({
  id: Id,
  game: Slug,
  gameName: v.string(),
  price: Price,
  /** Null where the draw won nothing. */
  prize: v.nullable(Prize),
  /** 0 pending, 1 received, 2 cancelled; null where there is nothing to receive. */
  status: v.nullable(v.picklist([0, 1, 2])),
  at: Instant,
  receivedAt: v.nullable(Instant),
  proof: Proof,
})
export type Draw = v.InferOutput<typeof Draw>

/**
 * `seedHash` names the server's seed as it was shown before the draw; each is drawn with once, so a repeated draw can't
 * be a second one.
 */
const Entry = { seedHash: Hex32, memberSeed: text(64), expectedPrice: Amount }
const Drawn = v.object({
  draw: Draw,
  /** The server's promise for the next draw. */ nextSeedHash: Hex32,
  goldCoins: Amount,
  luckyBalls: Amount,
})
const Receipt = {
  args: v.object({ drawId: Id }),
  answer: v.object({ draw: Draw, goldCoins: Amount, luckyBalls: Amount }),
}
const drawn = [
  'game/box/bill/list',
  'game/box/list',
  'game/box/jackpotList',
  'lottery/info',
  'lottery/jackpotList',
  'pool/rules/infor/record',
  'g/account/info',
  'capital/streamList',
] as const
const received = [
  'game/box/bill/list',
  'pool/rules/infor/record',
  'g/account/info',
  'g/coupon/my/list',
  'capital/streamList',
] as const

export const Box = v.object({
  id: Slug,
  name: v.string(),
  line: v.string(),
  art: Slug,
  kind: v.picklist(['box', 'second box']),
  price: Price,
  prizes: v.array(Prize),
  /** Left today; null is no limit. */ drawsLeft: v.nullable(Amount),
})
export type Box = v.InferOutput<typeof Box>

/** Boxes with their odds, and the hash of the seed the caller's next box is drawn with. */
export const boxList = get('game/box/list', {
  args: v.object({ kind: v.optional(Box.entries.kind) }),
  answer: v.object({ items: v.array(Box), seedHash: Hex32 }),
})

/** What an accumulated prize of a game stands at; each is paid from a budget the operator has funded. */
const Jackpot = v.object({
  game: Slug,
  name: v.string(),
  art: Slug,
  prize: Prize,
  /** Its last winner, masked; null when there was none. */ last: v.nullable(
    v.object({ who: v.string(), at: Instant }),
  ),
})

export const boxJackpots = get('game/box/jackpotList', { args: Empty, answer: v.object({ items: v.array(Jackpot) }) })

export const boxBuy = post('game/box/buy', {
  args: v.object({ boxId: Slug, ...Entry }),
  answer: Drawn,
  invalidates: drawn,
})

/** Every draw of the caller in any game, newest first; `won` keeps those with a prize. */
export const boxBills = get('game/box/bill/list', {
  args: v.object({ ...PageArgs, won: v.optional(v.picklist(['all', 'won'])), status: v.optional(oneOf([0, 1, 2])) }),
  answer: page(Draw),
})

/** Receives a box's prize, once for ever. */
export const boxReceipt = post('game/box/confirmReceipt', {
  offline: 'queue',
  lane: 'receipts',
  ...Receipt,
  invalidates: received,
})

const Wheel = v.picklist(['gold', 'lucky'])

/** The gold-coin or the Lucky Ball lottery: price, odds, and the hash of the seed the next draw is made with. */
export const lotteryInfo = get('lottery/info', {
  args: v.object({ kind: Wheel }),
  answer: v.object({
    kind: Wheel,
    price: Price,
    prizes: v.array(Prize),
    seedHash: Hex32,
    balance: Amount,
    /** Gold coins for an invitation that signs up. */ inviteGoldCoins: Amount,
  }),
})

export const lotteryJackpots = get('lottery/jackpotList', {
  args: v.object({ kind: v.optional(Wheel) }),
  answer: boxJackpots.answer,
})

export const lotteryOpen = post('lottery/open', {
  args: v.object({ kind: Wheel, ...Entry }),
  answer: Drawn,
  invalidates: drawn,
})

/** Receives a lottery's prize, once for ever. */
export const lotteryReceipt = post('lottery/receipt', {
  offline: 'queue',
  lane: 'receipts',
  ...Receipt,
  invalidates: received,
})

/** A share of the pool the caller won: everyone's draws feed it with points, a published rule deals it out. */
export const PoolShare = v.object({
  id: Id,
  round: v.string(),
  reward: Reward,
  status: v.picklist([0, 1, 2]),
  at: Instant,
  receivedAt: v.nullable(Instant),
})
export type PoolShare = v.InferOutput<typeof PoolShare>

export const poolRecord = get('pool/rules/infor/record', {
  args: v.object(PageArgs),
  answer: v.object({
    ...page(PoolShare).entries,
    rules: v.array(v.string()),
    points: Amount,
    closesAt: v.nullable(Instant),
    members: Amount,
  }),
})

/** The running light: the latest real prizes, names masked; empty when there were none (docs/plain-dealing.md, 5). */
export const poolLight = get('pool/rules/running/light', {
  who: 'anyone',
  args: Empty,
  answer: v.object({
    items: v.array(v.object({ id: Id, who: v.string(), gameName: v.string(), prizeName: v.string(), at: Instant })),
  }),
})

/** Receives a share of the pool, once for ever. */
export const poolReceipt = post('pool/rules/confirm/receipt', {
  offline: 'queue',
  lane: 'receipts',
  args: v.object({ shareId: Id }),
  answer: v.object({ share: PoolShare, goldCoins: Amount, luckyBalls: Amount }),
  invalidates: received,
})
