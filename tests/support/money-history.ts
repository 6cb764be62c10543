import fc from 'fast-check'

type Wallet = 'recharge' | 'income'
/** What a member sends under a key. `which` indexes the member's own orders, deposits or bills. */
export type Command =
  | { kind: 'buy'; who: number; what: number; quantity: number; wallet: Wallet }
  | { kind: 'cancel'; who: number; which: number }
  | { kind: 'claim'; who: number }
  | { kind: 'exchange'; who: number; amount: number }
  | { kind: 'open'; who: number; amount: number; wallet: Wallet }
  | { kind: 'end'; who: number; which: number }
  | { kind: 'withdraw'; who: number; amount: number }
  | { kind: 'repay'; who: number; which: number; percent: number; wallet: Wallet }
  | { kind: 'redeem'; who: number; which: number }
  | { kind: 'receive'; who: number; which: number }
/** What the operator, a payment rail or a machine reports. The same `id` counts once. */
export type Event =
  | { kind: 'top up'; who: number; amount: number; id: number }
  | { kind: 'take back'; which: number; percent: number; id: number }
  | { kind: 'take trip back'; which: number; id: number }
  | { kind: 'trip'; what: number; amount: number; id: number; lateHours: number }
  | { kind: 'give coupon'; who: number; type: 1 | 2; value: number; minimum: number; days: number }
  | { kind: 'issue code'; amount: number; gold: number; uses: number; days: number }
  | { kind: 'bill card'; who: number; amount: number }
  | { kind: 'capital'; amount: number }
  | { kind: 'fund'; what: 'reserve' | 'gifts' | 'salary'; amount: number }
  | { kind: 'move'; which: number; to: 'next' | 'arrived' | 'returned' }
export type Act = Command | Event
/** How an act is sent: `lost` is committed without an answer, `killed` rolled back; both are sent again. */
export type How = 'once' | 'again' | 'twice at once' | 'killed' | 'lost'
/** An act, two acts at once, or days that pass with their jobs, which crash after `spared` transactions. */
export type Step = { act: Act; how: How } | { race: [Act, Act] } | { days: number; how: How; spared: number }
/** A vehicle in units: `price` in minor units, `term` in days, `settlementType` 0 daily, 1 at expiry, 2 hourly. */
export interface Product {
  price: number
  unitsTotal: number
  term: number
  shareBp: number
  settlementType: 0 | 1 | 2
}
export interface MoneyHistory {
  members: number
  products: Product[]
  steps: Step[]
}

const who = fc.nat(3)
const which = fc.nat(6)
const amount = fc.integer({ min: 1, max: 4000 })
const wallet = fc.constantFrom<Wallet>('recharge', 'income')
type Parts<A> = { [K in Exclude<keyof A, 'kind'>]: fc.Arbitrary<A[K]> }
const act = <D extends Act['kind']>(name: D, weight: number, parts: Parts<Extract<Act, { kind: D }>>) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Act>,
})
const acts = fc.oneof(
  act('buy', 6, { who, what: which, quantity: fc.constantFrom(1, 1, 1, 2, 3, 5), wallet }),
  act('cancel', 3, { who, which }),
  act('claim', 3, { who }),
  act('exchange', 3, { who, amount }),
  act('open', 3, { who, amount, wallet }),
  act('end', 2, { who, which }),
  act('withdraw', 4, { who, amount: fc.integer({ min: 900, max: 5000 }) }),
  act('repay', 3, { who, which, percent: fc.constantFrom(1, 50, 100), wallet }),
  act('redeem', 3, { who, which }),
  act('receive', 2, { who: fc.constantFrom(0, 0, 0, 1), which }),
  act('top up', 3, { who, amount: fc.constantFrom(1500, 4000), id: fc.nat(2) }),
  act('take back', 3, { which, percent: fc.constantFrom(1, 50, 100), id: fc.nat(1) }),
  act('take trip back', 3, { which: fc.nat(20), id: fc.nat(1) }),
  act('trip', 6, {
    what: which,
    amount: fc.integer({ min: 1, max: 40_000 }),
    id: fc.nat(9),
    lateHours: fc.constantFrom(0, 0, 0, 1, 7, 50, 200),
  }),
  act('give coupon', 3, {
    who,
    type: fc.constantFrom(1, 2),
    value: fc.constantFrom(100, 700, 2500, 10_000),
    minimum: fc.constantFrom(0, 0, 900),
    days: fc.integer({ min: 1, max: 4 }),
  }),
  act('issue code', 2, {
    amount: fc.integer({ min: 1, max: 900 }),
    gold: fc.integer({ min: 1, max: 9 }),
    uses: fc.integer({ min: 1, max: 2 }),
    days: fc.integer({ min: 1, max: 5 }),
  }),
  act('bill card', 2, { who, amount: fc.integer({ min: 1, max: 900 }) }),
  act('capital', 1, { amount: fc.integer({ min: 1, max: 300 }) }),
  act('fund', 3, { what: fc.constantFrom('reserve', 'gifts', 'salary'), amount: fc.integer({ min: 1, max: 1500 }) }),
  act('move', 6, { which, to: fc.constantFrom('next', 'next', 'next', 'next', 'arrived', 'returned') }),
)
const how = fc.constantFrom<How>('once', 'once', 'again', 'twice at once', 'killed', 'lost')
const passing = (days: fc.Arbitrary<number>): fc.Arbitrary<Step> => fc.record({ days, how, spared: fc.nat(12) })
const step: fc.Arbitrary<Step> = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 12, arbitrary: fc.record({ act: acts, how }) },
  // Any two acts, or the same act from two devices.
  {
    weight: 6,
    arbitrary: fc.record({
      race: fc.oneof(
        fc.tuple(acts, acts),
        acts.map((it): [Act, Act] => [it, it]),
      ),
    }),
  },
  // An hour and no day: hourly units are paid while their order can still be cancelled.
  { weight: 4, arbitrary: passing(fc.integer({ min: 0, max: 2 })) },
)

/** Steps of every history: most random histories would end before there is anything to withdraw. */
const course: readonly (Act | [Act, Act] | number)[] = [
  { kind: 'capital', amount: 3000 },
  { kind: 'fund', what: 'reserve', amount: 60 },
  { kind: 'fund', what: 'gifts', amount: 900 },
  { kind: 'fund', what: 'salary', amount: 1500 },
  { kind: 'give coupon', who: 0, type: 2, value: 300, minimum: 0, days: 3 },
  { kind: 'top up', who: 0, amount: 4000, id: 9 },
  { kind: 'buy', who: 0, what: 0, quantity: 1, wallet: 'recharge' },
  { kind: 'cancel', who: 0, which: 0 },
  { kind: 'buy', who: 0, what: 0, quantity: 1, wallet: 'recharge' },
  { kind: 'trip', what: 0, amount: 40_000, id: 99, lateHours: 0 },
  { kind: 'bill card', who: 0, amount: 400 },
  { kind: 'repay', who: 0, which: 0, percent: 50, wallet: 'recharge' },
  [
    { kind: 'repay', who: 0, which: 0, percent: 50, wallet: 'recharge' },
    { kind: 'repay', who: 0, which: 0, percent: 50, wallet: 'recharge' },
  ],
  1,
  { kind: 'trip', what: 0, amount: 5000, id: 98, lateHours: 50 },
  { kind: 'claim', who: 0 },
  { kind: 'exchange', who: 0, amount: 5 },
  { kind: 'withdraw', who: 0, amount: 1100 },
  [
    { kind: 'withdraw', who: 0, amount: 2600 },
    { kind: 'withdraw', who: 0, amount: 2600 },
  ],
  { kind: 'open', who: 0, amount: 400, wallet: 'recharge' },
  { kind: 'issue code', amount: 300, gold: 3, uses: 2, days: 3 },
  { kind: 'redeem', who: 0, which: 0 },
  { kind: 'end', who: 0, which: 0 },
  { kind: 'move', which: 0, to: 'returned' },
  { kind: 'take back', which: 0, percent: 100, id: 9 },
  { kind: 'take trip back', which: 0, id: 9 },
  6,
  { kind: 'receive', who: 0, which: 0 },
]
const coursed = fc.tuple(
  ...course.map((it) =>
    typeof it === 'number'
      ? passing(fc.constant(it))
      : Array.isArray(it)
        ? fc.constant<Step>({ race: it })
        : fc.record({ act: fc.constant(it), how }),
  ),
)

const products = fc
  .array(
    fc.record<Product>({
      price: fc.integer({ min: 200, max: 1500 }),
      unitsTotal: fc.integer({ min: 2, max: 8 }),
      term: fc.integer({ min: 1, max: 4 }),
      shareBp: fc.integer({ min: 1, max: 10_000 }),
      settlementType: fc.constantFrom(0, 1, 2),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((rest): Product[] => [{ price: 900, unitsTotal: 6, term: 5, shareBp: 9000, settlementType: 0 }, ...rest])

/** The course with random steps in between. Indexes of members and products wrap round. */
export const moneyHistory: fc.Arbitrary<MoneyHistory> = fc.record({
  members: fc.integer({ min: 2, max: 4 }),
  products,
  steps: fc
    .tuple(coursed, fc.array(fc.tuple(fc.nat(course.length), step), { minLength: 12, maxLength: 30 }))
    .map(([fixed, chance]) => [
      ...fixed.flatMap((it, at) => [...chance.filter(([place]) => place === at).map(([, one]) => one), it]),
      ...chance.filter(([place]) => place === course.length).map(([, one]) => one),
    ]),
})
