import fc from 'fast-check'
import type { GameRule } from '#server/features/games/game-rule.ts'
import { ruleOf, slotOf } from './game-table.ts'

export const gameIds = ['grid', 'drum', 'nine', 'many'] as const
export type GameId = (typeof gameIds)[number]
/** Slots of `nine` whose pieces are counted. */
export const countedKeys = ['star', 'cash'] as const

interface Receipt {
  /** A place in the list of what is in play, from its start again where that is shorter. */
  which: number
  /** Sent by the other member. */
  stranger: boolean
  /** Sent twice at once. */
  twice: boolean
}

/** What somebody does. `crash` is the statement before which the process dies, the commit where there are fewer. */
export type Deed = { crash: number | null } & (
  | {
      kind: 'draw'
      who: number
      game: GameId
      count: number
      seen: 'now' | 'other seed' | 'other odds' | 'other price'
    }
  | ({ kind: 'receive' } & Receipt)
  | ({ kind: 'receive share' } & Receipt)
  | { kind: 'stock'; key: (typeof countedKeys)[number]; pieces: number }
  | { kind: 'publish'; game: GameId; variant: number }
  | { kind: 'stop'; game: GameId; isStopped: boolean }
  | { kind: 'fund'; amount: number }
  | { kind: 'limit'; who: number; daily: number | null | undefined; pause: boolean }
  | { kind: 'renew'; who: number }
)
export type Event =
  | Deed
  | { kind: 'give'; who: number; gold: number; lucky: number }
  | { kind: 'capital'; amount: number }
  | { kind: 'hours'; hours: number }
  | { kind: 'close'; how: 'once' | 'twice at once' | 'crash first' }

const who = fc.nat(1)
const game = fc.constantFrom(...gameIds)
/** More statements than any deed has. */
const beforeCommit = 1000
const crash = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat(50) },
  { weight: 1, arbitrary: fc.constant(beforeCommit) },
)
const receipt = {
  which: fc.nat(30),
  stranger: fc.integer({ min: 0, max: 5 }).map((it) => it === 5),
  twice: fc.boolean(),
  crash,
}
const of = <K extends Event['kind']>(kind: K) => ({ kind: fc.constant(kind) })

const draw = fc.record({
  ...of('draw'),
  who,
  game,
  count: fc.constantFrom(1, 1, 1, 2, 5),
  seen: fc.constantFrom(...(['now', 'now', 'now', 'now', 'now', 'other seed', 'other odds', 'other price'] as const)),
  crash,
})
const daily = fc.constantFrom(undefined, undefined, null, 3, 12, 40)

/** A sequence of events at the four games; play comes most often. */
export const gameEvents: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof<fc.MaybeWeightedArbitrary<Event>[]>(
    { weight: 14, arbitrary: draw },
    { weight: 6, arbitrary: fc.record({ ...of('receive'), ...receipt }) },
    { weight: 2, arbitrary: fc.record({ ...of('receive share'), ...receipt }) },
    { weight: 2, arbitrary: fc.record({ ...of('give'), who, gold: fc.nat(60), lucky: fc.nat(6) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ...of('stock'),
        key: fc.constantFrom(...countedKeys),
        pieces: fc.integer({ min: -2, max: 3 }),
        crash,
      }),
    },
    { weight: 2, arbitrary: fc.record({ ...of('publish'), game, variant: fc.nat(2), crash }) },
    { weight: 2, arbitrary: fc.record({ ...of('stop'), game, isStopped: fc.constantFrom(true, false, false), crash }) },
    { weight: 1, arbitrary: fc.record({ ...of('capital'), amount: fc.integer({ min: 1, max: 200 }) }) },
    { weight: 2, arbitrary: fc.record({ ...of('fund'), amount: fc.integer({ min: 1, max: 200 }), crash }) },
    {
      weight: 1,
      arbitrary: fc.record({ ...of('limit'), who, daily, pause: fc.constantFrom(true, false, false, false), crash }),
    },
    { weight: 1, arbitrary: fc.record({ ...of('renew'), who, crash }) },
    { weight: 2, arbitrary: fc.record({ ...of('hours'), hours: fc.constantFrom(1, 9, 30, 80, 170) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ...of('close'),
        how: fc.constantFrom('once' as const, 'twice at once' as const, 'crash first' as const),
      }),
    },
  ),
  { minLength: 25, maxLength: 45 },
)

const drawn = { kind: 'draw', who: 1, game: 'nine', count: 1, seen: 'now', crash: null } as const
const receipts = { stranger: false, twice: true, crash: null } as const
const times = <T>(count: number, it: T): T[] => Array.from({ length: count }, () => it)

/** A history that meets every outcome, whatever is drawn: members begin with 120 gold coins and 8 Lucky Balls. */
export const everyOutcome: Event[] = [
  { kind: 'capital', amount: 200 },
  { kind: 'fund', amount: 999, crash: null },
  { kind: 'fund', amount: 150, crash: beforeCommit },
  { kind: 'fund', amount: 150, crash: null },
  { ...drawn, count: 2 },
  { kind: 'publish', game: 'nine', variant: 2, crash: 3 },
  { kind: 'publish', game: 'nine', variant: 2, crash: null },
  { kind: 'publish', game: 'drum', variant: 1, crash: null },
  { ...drawn, seen: 'other seed' },
  { ...drawn, seen: 'other odds' },
  { ...drawn, seen: 'other price' },
  ...[4, 12, 20, beforeCommit].map((crash) => ({ ...drawn, crash })),
  ...times(13, drawn),
  ...times(5, { ...drawn, game: 'drum' as const }),
  { kind: 'receive', which: 0, ...receipts, crash: 4 },
  ...Array.from({ length: 12 }, (_, which) => ({ kind: 'receive' as const, which, ...receipts, crash: beforeCommit })),
  ...Array.from({ length: 12 }, (_, which) => ({ kind: 'receive' as const, which, ...receipts })),
  { kind: 'receive', which: 0, ...receipts, stranger: true },
  { kind: 'renew', who: 1, crash: beforeCommit },
  { kind: 'renew', who: 1, crash: null },
  { kind: 'stop', game: 'nine', isStopped: true, crash: null },
  { ...drawn, who: 0 },
  { kind: 'stop', game: 'nine', isStopped: false, crash: null },
  { kind: 'limit', who: 0, daily: 1, pause: false, crash: null },
  ...times(2, { ...drawn, who: 0 }),
  { kind: 'limit', who: 0, daily: undefined, pause: true, crash: null },
  { ...drawn, who: 0 },
  { kind: 'stock', key: 'cash', pieces: -9, crash: null },
  { kind: 'stock', key: 'cash', pieces: 2, crash: beforeCommit },
  { kind: 'stock', key: 'cash', pieces: 2, crash: null },
  { kind: 'publish', game: 'grid', variant: 2, crash: null },
  { ...drawn, game: 'grid' },
  { kind: 'publish', game: 'grid', variant: 0, crash: null },
  { kind: 'hours', hours: 170 },
  { kind: 'close', how: 'crash first' },
  { kind: 'receive share', which: 0, ...receipts, stranger: true },
  { kind: 'receive share', which: 0, ...receipts, crash: beforeCommit },
  ...times(2, { kind: 'receive share' as const, which: 0, ...receipts }),
]
/** What it meets, and nothing of it may be missed. */
export const outcomes: readonly string[] = Object.entries({
  draw:
    'done crashed bad_request game_closed play_paused play_limit_reached level_insufficient seed_changed ' +
    'odds_changed points_amount_wrong points_insufficient lucky_balls_needed',
  receive: 'done crashed not_found nothing_to_claim',
  'receive share': 'done crashed not_found nothing_to_claim',
  fund: 'done crashed short',
  stock: 'done crashed bad_request',
  publish: 'done crashed',
  renew: 'done crashed',
  stop: 'done',
  limit: 'done',
}).flatMap(([kind, codes]) => codes.split(' ').map((code) => `${kind} ${code}`))

const gold = (amount: number) => ({ of: 'gold', amount }) as const
const lucky = (amount: number) => ({ of: 'lucky', amount }) as const
const dollars = (amount: number) => ({ of: 'money', amount, currency: 'USD' }) as const
const voucher = { of: 'coupon', name: 'Voucher', type: 2, value: 500, minimum: 0, days: 30 } as const

/** Rules of a game that are published one after the other; the first at the start. */
export const variants: Record<GameId, readonly [GameRule, ...GameRule[]]> = {
  grid: [
    ruleOf('grid', {
      kind: 'gold lottery',
      slots: [slotOf('coins', gold(20), { weight: 3 }), slotOf('cash', dollars(40)), slotOf('nothing', null)],
    }),
    ruleOf('grid', {
      kind: 'gold lottery',
      price: { of: 'gold', amount: 15 },
      dailyLimit: 4,
      slots: [slotOf('cash', dollars(70)), slotOf('balls', lucky(1))],
    }),
    ruleOf('grid', { kind: 'gold lottery', levelNeeded: 1 }),
  ],
  drum: [
    ruleOf('drum', {
      kind: 'lucky lottery',
      price: { of: 'lucky', amount: 1 },
      slots: [slotOf('coins', gold(30)), slotOf('voucher', voucher), slotOf('balls', lucky(2))],
    }),
    ruleOf('drum', {
      kind: 'lucky lottery',
      price: { of: 'lucky', amount: 2 },
      slots: [slotOf('cash', dollars(25)), slotOf('nothing', null)],
    }),
  ],
  nine: [
    ruleOf('nine', {
      slots: [
        slotOf('star', gold(50), { weight: 4, stock: 3 }),
        slotOf('cash', dollars(30), { weight: 4, stock: 2 }),
        slotOf('nothing', null),
      ],
    }),
    ruleOf('nine', { slots: [slotOf('star', gold(40), { weight: 9, stock: 8 }), slotOf('nothing', null)] }),
    // What was counted has no end in this version.
    ruleOf('nine', { slots: [slotOf('star', gold(2), { weight: 9 }), slotOf('nothing', null)] }),
  ],
  many: [
    ruleOf('many', {
      kind: 'second box',
      price: { of: 'gold', amount: 5 },
      guaranteeEvery: 4,
      mostAtOnce: 5,
      slots: [
        slotOf('nothing', null, { weight: 7 }),
        slotOf('good', gold(3), { guaranteed: true }),
        slotOf('better', gold(6), { guaranteed: true }),
        slotOf('cash', dollars(15)),
      ],
    }),
    ruleOf('many', { kind: 'second box', price: { of: 'gold', amount: 4 }, mostAtOnce: 2 }),
  ],
}
