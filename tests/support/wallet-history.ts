import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Envelope } from '#protocol/errors.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { matureDeposits } from '#server/features/wallet/deposits/ending.ts'
import { setAside, OperatorShort, payInCapital } from '#server/ledger/set-aside.ts'
import { interestOf } from '#protocol/deposit-rules.ts'
import { publishTerm } from '#server/features/wallet/deposits/terms.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { startSession } from '#server/http/session.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { callerOf, type CallOptions } from './caller.ts'
import { makeMember, makeOffer, topUp, trip, type Offered } from './ledger-world.ts'
import { crashing, ignoringCrash } from './process-crash.ts'
import type { ManualClock } from './manual-clock.ts'

export const day = 86_400_000
export const term = {
  id: 'days-2',
  currency: 'USD',
  days: 2,
  rateBp: 10_000,
  minimum: 100,
  maximum: 1_000_000,
  position: 0,
}
export const price = 1000
export const unitsTotal = 10

/** The whole app with two members, the operator, and a machine of ten units that only they buy. */
export interface WalletWorld {
  run: string
  database: Database
  clock: ManualClock
  members: string[]
  machine: Offered
  /** Deposits in order of opening. */
  deposits: { id: string; memberId: string }[]
  call(memberId: string, path: string, sent: CallOptions): Promise<Envelope>
}

export type Command =
  | { kind: 'buy'; quantity: number; wallet: 'recharge' | 'income' }
  | { kind: 'claim' }
  | { kind: 'receive' }
  | { kind: 'exchange'; amount: number }
  | { kind: 'open'; amount: number; from: 'recharge' | 'income' }
  | { kind: 'end'; which: number }
/** What happens without a member. The same `id` counts once. */
export type Event =
  | { kind: 'top up'; who: number; amount: number; id: number }
  | { kind: 'trip'; perUnit: number; id: number }
  | { kind: 'capital'; amount: number }
  | { kind: 'fund'; amount: number }
  | { kind: 'mature'; how: 'once' | 'twice at once' | 'crash first' }
  | { kind: 'day' }
/** A command is sent with one key: once, again after its answer, or three times at once. */
export type Step = { who: number; again: 'never' | 'after' | 'at once'; command: Command } | { event: Event }

const amount = fc.integer({ min: 1, max: 6000 })
const wallet = fc.constantFrom('recharge' as const, 'income' as const)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), quantity: fc.integer({ min: 1, max: 3 }), wallet }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('receive' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('exchange' as const), amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open' as const), amount, from: wallet }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(4) }) },
)
const sent = fc.record({
  who: fc.nat(1),
  again: fc.constantFrom('never' as const, 'after' as const, 'at once' as const),
  command,
})
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('top up' as const), who: fc.nat(1), amount, id: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('trip' as const),
      perUnit: fc.integer({ min: 1, max: 900 }),
      id: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('capital' as const), amount: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fund' as const), amount: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mature' as const),
      how: fc.constantFrom('once' as const, 'twice at once' as const, 'crash first' as const),
    }),
  },
)
const eventful = fc.record({ event: anyEvent })
const anyStep: fc.Arbitrary<Step> = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 5, arbitrary: sent },
  { weight: 3, arbitrary: eventful },
  { weight: 2, arbitrary: fc.constant({ event: { kind: 'day' } }) },
)

const funded: Step[] = [{ event: { kind: 'capital', amount: 60 } }, { event: { kind: 'fund', amount: 45 } }]
/** Any sequence of steps, after the operator has funded a small reserve. */
export const walletHistory = fc
  .array(anyStep, { minLength: 15, maxLength: 35 })
  .map((steps): Step[] => [...funded, ...steps])
/** A history in which a member buys and opens a deposit, and has too little for an exchange, whatever is drawn. */
export const plainHistory: Step[] = [
  ...funded,
  { event: { kind: 'top up', who: 0, amount: 5000, id: 0 } },
  { who: 0, again: 'never', command: { kind: 'buy', quantity: 1, wallet: 'recharge' } },
  { who: 0, again: 'never', command: { kind: 'open', amount: 400, from: 'recharge' } },
  { who: 0, again: 'never', command: { kind: 'exchange', amount: 6000 } },
]
/** Rounds of steps that happen at once; a day passes after each. */
export const walletRounds = fc.array(
  fc.array(fc.oneof<fc.Arbitrary<Step>[]>(sent, eventful), { minLength: 3, maxLength: 9 }),
  { minLength: 2, maxLength: 5 },
)

/** The whole app on a database. Returns a factory of worlds, which share one clock that only advances. */
export async function walletWorldsOn(database: Database, clock: ManualClock): Promise<() => Promise<WalletWorld>> {
  const db = database.kysely
  const deps = await prepare({
    database,
    clock,
    config: readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder' }),
    log: silentLog,
  })
  let calls = 0
  // Calls come from many addresses: one address would reach the rate limit.
  const call = callerOf(createApp(deps), () => `10.1.${Math.floor(++calls / 100) % 256}.1`)
  await publishTerm(db, term)
  return async () => {
    const members = [await makeMember(db, clock), await makeMember(db, clock)]
    for (const member of members) await topUp(database, member, 5000, member, clock)
    const machine = await makeOffer(db, clock, {
      settlementType: 0,
      unitsTotal,
      memberShareBp: 10_000,
      price,
      validityDays: 3000,
    })
    return {
      run: randomUUID(),
      database,
      clock,
      members,
      machine,
      deposits: [],
      call: async (memberId, path, request) =>
        (await call(path, { ...request, token: (await startSession(db, memberId, undefined, clock)).accessToken }))
          .body,
    }
  }
}

/** Sends a command as its step says and returns every answer, which must be equal; none where nothing can be sent. */
export async function send(
  world: WalletWorld,
  { who, again, command: it }: Extract<Step, { command: Command }>,
): Promise<Envelope[]> {
  const memberId = world.members[who] ?? ''
  const request = await prepared(world, memberId, it)
  if (!request) return []
  const key = randomUUID()
  const once = () => world.call(memberId, request.path, { args: request.args, key })
  const answers =
    again === 'at once'
      ? await Promise.all([once(), once(), once()])
      : again === 'after'
        ? [await once(), await once()]
        : [await once()]
  if (it.kind === 'open' && answers[0]?.errno === 0)
    world.deposits.push({ id: (answers[0].data as { id: string }).id, memberId })
  return answers
}

async function prepared(
  world: WalletWorld,
  memberId: string,
  it: Command,
): Promise<{ path: string; args: object } | null> {
  switch (it.kind) {
    case 'buy': {
      const { errno, data } = await world.call(memberId, 'order/draft/generate', {
        args: { productId: world.machine.productId, quantity: it.quantity },
      })
      if (errno !== 0) return null
      return {
        path: 'order/prepay',
        args: {
          draftId: (data as { id: string }).id,
          wallet: it.wallet,
          expectedPayment: it.quantity * price,
          risksRead: true,
        },
      }
    }
    case 'claim':
      return { path: 'g/user/goods/earnings/claim', args: {} }
    case 'receive':
      return { path: 'g/account/earn/receive', args: { before: new Date(world.clock.now()).toISOString() } }
    case 'exchange':
      return { path: 'capital/exchange', args: { from: 'income', to: 'recharge', amount: it.amount } }
    case 'open':
      return {
        path: 'capital/deposit/open',
        args: { termId: term.id, amount: it.amount, from: it.from, expectedInterest: interestOf(it.amount, term) },
      }
    case 'end': {
      const deposit = world.deposits[it.which]
      return deposit ? { path: 'capital/deposit/end', args: { id: deposit.id } } : null
    }
  }
}

/** Runs an event; returns whether the server accepted it. External events are reported twice and must count once. */
export async function applyEvent({ run, database, clock, members, machine }: WalletWorld, it: Event): Promise<boolean> {
  switch (it.kind) {
    case 'top up': {
      for (let n = 0; n < 2; n += 1)
        await topUp(database, members[it.who] ?? '', it.amount, `${run} ${it.who} ${it.id} ${it.amount}`, clock)
      return true
    }
    case 'trip': {
      for (let n = 0; n < 2; n += 1)
        await trip(
          database,
          machine.deviceNumber,
          it.perUnit * unitsTotal,
          `${run} ${it.id} ${it.perUnit} ${clock.now()}`,
          clock,
        )
      return true
    }
    case 'capital': {
      await database.inTransaction((db) => payInCapital(db, { amount: it.amount, currency: 'USD' }, clock))
      return true
    }
    case 'fund':
      return await database
        .inTransaction((db) => setAside(db, { code: 'reserve', amount: it.amount, currency: 'USD' }, clock))
        .then(
          () => true,
          (cause: unknown) => {
            if (cause instanceof OperatorShort) return false
            throw cause
          },
        )
    case 'mature': {
      if (it.how === 'crash first') await ignoringCrash(() => matureDeposits({ database: crashing(database), clock }))
      await Promise.all([
        matureDeposits({ database, clock }),
        ...(it.how === 'twice at once' ? [matureDeposits({ database, clock })] : []),
      ])
      return true
    }
    case 'day': {
      clock.advance(day)
      await settle({ database, clock })
      // Reads ask for what was settled before now.
      clock.advance(1)
      return true
    }
  }
}
