import * as v from 'valibot'
import { get, post } from './call.ts'
import { Amount, Empty, Flag, Id, Instant, PageArgs, Slug, oneOf, orLater, page, text, whole } from './primitives.ts'
import { Reward } from './rewards.ts'

/** Games cost gold coins or Lucky Balls, never money (docs/plain-dealing.md, 4). */
const Price = v.object({ of: v.picklist(['gold', 'lucky']), amount: Amount })

/** SHA-256 or a seed, 32 bytes in hex. */
const Hex32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in hex'))

/** What the member adds to a draw's seed: theirs to change before every draw. */
const MemberSeed = text(64)

const Weight = whole(0, 1_000_000_000)

/** Gold-coin lottery, Lucky Ball lottery, and the two kinds of boxes (specification 2). */
export const gameKinds = ['gold lottery', 'lucky lottery', 'box', 'second box'] as const

/**
 * One result of a game and its chance: `weight` out of the sum of the weights of all slots of the game. A slot whose
 * stock is used up weighs 0.
 */
export const Slot = v.object({
  id: Id,
  name: v.string(),
  art: Slug,
  /** 0 amount, 1 points (specification 3); null where it is neither, or where nothing is won. */
  type: v.nullable(v.picklist([0, 1])),
  /** Null where nothing is won. */
  reward: v.nullable(Reward),
  weight: Weight,
  /** How many are left; null is no limit. */
  left: v.nullable(Amount),
  /** True where it counts as the minimum that the game guarantees. */
  guaranteed: v.boolean(),
})
export type Slot = v.InferOutput<typeof Slot>

/** Why a game can't be played now: its prizes aren't funded, it is sold out, or the operator stopped it. */
const Closed = orLater(['not funded', 'sold out', 'stopped'])

/** A published rule of a game. A change makes a new version; draws keep the version they were made under. */
export const Game = v.object({
  id: Slug,
  kind: v.picklist(gameKinds),
  name: v.string(),
  line: v.string(),
  art: Slug,
  version: whole(1, 1_000_000),
  price: Price,
  slots: v.array(Slot),
  /**
   * Names what was shown: the game, its version, which slots had stock, and a guarantee that is near
   * (docs/fair-draws.md, "What the device remembers"). A draw sends it back, and other odds are rejected with
   * `odds_changed`.
   */
  odds: v.pipe(v.string(), v.maxLength(200)),
  /** The most draws of one command. */
  mostAtOnce: whole(1, 10),
  /** Draws left today in the member's zone by the game's own limit; null is no limit. */
  drawsLeft: v.nullable(Amount),
  levelNeeded: whole(0, 100),
  closed: v.nullable(Closed),
  /** At the latest every `every`-th draw wins a guaranteed slot; `in` draws from now. Null where there is none. */
  guarantee: v.nullable(v.object({ every: whole(1, 1000), in: whole(1, 1000) })),
})
export type Game = v.InferOutput<typeof Game>

/**
 * The server's secret seed that the caller's next draws use: its SHA-256 is shown before, the seed itself once it is
 * used up or the caller asks for another. `nonce` is the number of the next draw with it, from 1.
 */
export const Seed = v.object({ seedHash: Hex32, nonce: whole(1, 1_000_000), drawsLeft: whole(0, 1_000_000) })
export type Seed = v.InferOutput<typeof Seed>

/** What the member allows themselves, for all games together. */
export const PlayLimits = v.object({
  /** Most draws a day in the member's zone; null is no limit. */
  daily: v.nullable(whole(0, 1000)),
  drawnToday: Amount,
  /** A looser limit than today's holds from here on; null where none waits. */
  next: v.nullable(v.object({ daily: v.nullable(whole(0, 1000)), from: Instant })),
  pausedUntil: v.nullable(Instant),
})
export type PlayLimits = v.InferOutput<typeof PlayLimits>

/**
 * Everything by which anybody can repeat a draw (docs/fair-draws.md). SHA-256 of `serverSeed` is `seedHash`;
 * HMAC-SHA-256 of the member's seed and the nonce under the server's seed gives `roll`, from 0 to below the sum of the
 * weights; adding up the weights in order, the first slot whose sum is above `roll` is drawn.
 */
const Proof = v.object({
  version: whole(1, 1_000_000),
  seedHash: Hex32,
  /** Null until it is revealed. */
  serverSeed: v.nullable(Hex32),
  memberSeed: v.string(),
  nonce: whole(1, 1_000_000),
  /** The slots in their order, with the weights of that moment. */
  slots: v.array(v.object({ id: Id, name: v.string(), weight: Weight })),
  roll: Amount,
  slotId: Id,
  /** True where the game's guarantee left only the guaranteed slots their weight. */
  byGuarantee: v.boolean(),
})
export type Proof = v.InferOutput<typeof Proof>

export const Draw = v.object({
  id: Id,
  game: Slug,
  gameName: v.string(),
  kind: orLater(gameKinds),
  price: Price,
  /** Null where the draw won nothing. */
  prize: v.nullable(Slot),
  /** 0 pending, 1 received, 2 cancelled; null where there is nothing to receive (specification 4). */
  status: v.nullable(v.picklist([0, 1, 2])),
  at: Instant,
  receivedAt: v.nullable(Instant),
  proof: Proof,
})
export type Draw = v.InferOutput<typeof Draw>

/** What a member saw and agreed to; `seedHash` and `odds` as they were shown, `expectedPrice` the sum of all draws. */
const Play = { seedHash: Hex32, memberSeed: MemberSeed, odds: Game.entries.odds, expectedPrice: Amount }
const Played = v.object({
  /** In the order they were drawn. */
  draws: v.array(Draw),
  /** As the next draw finds it. Absent from answers of servers before it. */
  game: v.optional(Game),
  seed: Seed,
  limits: PlayLimits,
  goldCoins: Amount,
  luckyBalls: Amount,
})
const Receipt = {
  args: v.object({ drawId: Id }),
  answer: v.object({ draw: Draw, goldCoins: Amount, luckyBalls: Amount }),
}
const drawn = [
  'game/box/bill/list',
  'game/draw/info',
  'game/box/list',
  'game/box/jackpotList',
  'lottery/info',
  'lottery/jackpotList',
  'pool/rules/infor/record',
  'pool/rules/running/light',
] as const
const received = [
  'game/box/bill/list',
  'game/draw/info',
  'pool/rules/infor/record',
  'g/coupon/my/list',
  'user/info',
] as const

/** The lists of what stands around every game. */
const Table = { seed: Seed, limits: PlayLimits, goldCoins: Amount, luckyBalls: Amount }

/** Boxes with their odds. */
export const boxList = get('game/box/list', {
  args: v.object({ kind: v.optional(v.picklist(['box', 'second box'])) }),
  answer: v.object({ items: v.array(Game), ...Table }),
})

/**
 * What can be won at the most in a game, its chance and its last winner, masked; null when there was none. Money is
 * paid from an account that the operator has funded.
 */
export const Jackpot = v.object({
  game: Slug,
  gameName: v.string(),
  kind: orLater(gameKinds),
  prize: Slot,
  /** Sum of the weights of the game's slots: the chance is `prize.weight` out of it. */
  weights: Amount,
  /** Why it can't be won now; null where it can. Absent from answers of servers before it. */
  closed: v.optional(v.nullable(Closed)),
  last: v.nullable(v.object({ who: v.string(), at: Instant })),
})
export type Jackpot = v.InferOutput<typeof Jackpot>

export const boxJackpots = get('game/box/jackpotList', { args: Empty, answer: v.object({ items: v.array(Jackpot) }) })

/** Charges and draws in one step, `count` boxes at once. */
export const boxBuy = post('game/box/buy', {
  args: v.object({ boxId: Slug, count: v.optional(whole(1, 10), 1), ...Play }),
  answer: Played,
  invalidates: drawn,
  moves: ['gold', 'lucky'],
})

/**
 * Every draw of the caller in any game, newest first. `won` keeps those with a prize, `status` those with a prize in
 * that state.
 */
export const boxBills = get('game/box/bill/list', {
  args: v.object({
    ...PageArgs,
    won: v.optional(Flag),
    status: v.optional(oneOf([0, 1, 2])),
    game: v.optional(Slug),
  }),
  answer: page(Draw),
})

/** One draw of the caller, to check it. */
export const drawDetail = get('game/draw/info', {
  args: v.object({ drawId: Id }),
  answer: Draw,
  specified: false,
})

/** Receives a box's prize, once for ever. */
export const boxReceipt = post('game/box/confirmReceipt', {
  offline: 'queue',
  lane: 'receipts',
  ...Receipt,
  invalidates: received,
  moves: ['income', 'gold', 'lucky'],
})

const LotteryKind = v.picklist(['gold', 'lucky'])

/** The gold-coin or the Lucky Ball lottery with its odds. */
export const lotteryInfo = get('lottery/info', {
  args: v.object({ kind: LotteryKind }),
  answer: v.object({
    game: Game,
    ...Table,
    /** Gold coins for an invitation that signs up. */
    inviteGoldCoins: Amount,
  }),
})

export const lotteryJackpots = get('lottery/jackpotList', {
  args: v.object({ kind: v.optional(LotteryKind) }),
  answer: boxJackpots.answer,
})

/** Charges and draws in one step. */
export const lotteryOpen = post('lottery/open', {
  args: v.object({ kind: LotteryKind, ...Play }),
  answer: Played,
  invalidates: drawn,
  moves: ['gold', 'lucky'],
})

/** Receives a lottery's prize, once for ever. */
export const lotteryReceipt = post('lottery/receipt', {
  offline: 'queue',
  lane: 'receipts',
  ...Receipt,
  invalidates: received,
  moves: ['income', 'gold', 'lucky'],
})

/** Ends the use of a seed and reveals it; the answer's `seed` is the next one, whose hash is new. */
export const seedRenew = post('game/seed/renew', {
  args: v.object({ seedHash: Hex32 }),
  answer: v.object({ revealed: v.object({ seedHash: Hex32, serverSeed: Hex32 }), seed: Seed }),
  invalidates: drawn,
  specified: false,
})

/**
 * Sets the member's own limits for all games. A tighter limit and a pause hold at once; a looser limit holds from
 * tomorrow in the member's zone, and a pause of 24 hours can't be ended early.
 */
export const playLimits = post('game/limits/save', {
  args: v.object({ daily: v.optional(v.nullable(whole(0, 1000))), pause: v.optional(Flag) }),
  answer: PlayLimits,
  invalidates: ['lottery/info', 'game/box/list'],
  specified: false,
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

/**
 * How a closed round was drawn: anybody can repeat it from the seed, whose hash was shown while the round ran, and the
 * number of its draws (docs/fair-draws.md). `winners` are the numbers of the winning draws, from 0.
 */
export const PoolRound = v.object({
  round: v.string(),
  points: Amount,
  draws: Amount,
  closedAt: Instant,
  seedHash: Hex32,
  seed: Hex32,
  /** How many tickets won by the rule of that round, where there were as many. */
  shares: whole(1, 100),
  winners: v.array(v.object({ number: Amount, who: v.string(), amount: Amount })),
})
export type PoolRound = v.InferOutput<typeof PoolRound>

/** The open round, the last ones that closed, and the caller's shares with their rounds, newest first. */
export const poolRecord = get('pool/rules/infor/record', {
  args: v.object(PageArgs),
  answer: v.object({
    ...page(PoolShare).entries,
    /** What each draw puts in, in hundredths of a percent of its gold coins, and how many shares are dealt out. */
    rule: v.object({ shareBasisPoints: whole(0, 10_000), winners: whole(1, 100) }),
    round: v.string(),
    seedHash: Hex32,
    points: Amount,
    closesAt: Instant,
    /** Draws in the open round: the caller's and everybody's. Each is one ticket. */
    ownDraws: Amount,
    draws: Amount,
    members: Amount,
    closedRounds: v.array(PoolRound),
    /** The rounds of this page's shares that aren't among `closedRounds`, so that each share can be checked. */
    shareRounds: v.optional(v.array(PoolRound), []),
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
  moves: ['income', 'gold', 'lucky'],
})
