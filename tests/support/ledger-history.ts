import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { isSqlError } from '#server/db/connection.ts'
import { makeDraft } from '#server/features/orders/drafts.ts'
import { payDraft } from '#server/features/orders/buying.ts'
import { takeBackRevenue } from '#server/features/products/machines/taking-back.ts'
import { takeBackTopUp } from '#server/features/wallet/reversals/top-ups.ts'
import { claimIncome } from '#server/features/rewards/claim.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { house, lockAccounts } from '#server/ledger/accounts.ts'
import { duePeriods } from '#server/ledger/periods.ts'
import { BelowMinimumBalance, post } from '#server/ledger/post.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { cancelAsShown, makeMember, makeOffer, lateTrip, settleDue, topUp, type Offered } from './ledger-world.ts'
import { ProcessCrash } from './process-crash.ts'
import type { ManualClock } from './manual-clock.ts'

/**
 * A small world: three members, and a machine of each settlement type. `run` keeps its names apart from other worlds'.
 */
export interface World {
  run: string
  database: Database
  clock: ManualClock
  members: string[]
  machines: Offered[]
  orders: { memberId: string; orderId: string }[]
}

/** A step of a history. Numbers index the lists of the world. */
export type Step =
  | { kind: 'top up'; who: number; amount: number; id: number }
  | { kind: 'trip'; what: number; amount: number; id: number; lateMinutes: number }
  | { kind: 'buy'; who: number; what: number; quantity: number; wallet: 'recharge' | 'income' }
  | { kind: 'cancel'; which: number }
  | { kind: 'take back'; of: 'top up' | 'trip'; who: number; id: number }
  | { kind: 'settle'; atOnce: number }
  | { kind: 'settle and crash'; chunk: number }
  | { kind: 'claim'; who: number }
  | { kind: 'wait'; minutes: number }
  | { kind: 'overdraw'; who: number; code: 'recharge' | 'income' }
  | {
      kind: 'pay income from'
      who: number
      code: 'recharge' | 'income' | 'sales' | 'world' | 'operator'
      amount: number
    }

const who = fc.nat(2)
const amount = fc.integer({ min: 1, max: 4000 })
const id = fc.nat(5)
/** How long before its arrival a trip ended: mostly just now, at times before units were bought or had expired. */
const lateMinutes = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 600, max: 5000 }),
  fc.integer({ min: 40_000, max: 90_000 }),
)

const immediate = [
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('top up' as const), who, amount, id }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('trip' as const), what: who, amount, id: fc.nat(40), lateMinutes }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      who,
      what: who,
      quantity: fc.integer({ min: 1, max: 3 }),
      wallet: fc.constantFrom('recharge' as const, 'income' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('take back' as const),
      of: fc.constantFrom('top up' as const, 'trip' as const),
      who,
      id: fc.nat(5),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), atOnce: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle and crash' as const), chunk: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('claim' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('overdraw' as const),
      who,
      code: fc.constantFrom('recharge' as const, 'income' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('pay income from' as const),
      who,
      amount,
      code: fc.constantFrom(
        'recharge' as const,
        'income' as const,
        'sales' as const,
        'world' as const,
        'operator' as const,
      ),
    }),
  },
]
const waiting = {
  weight: 5,
  arbitrary: fc.record({
    kind: fc.constant('wait' as const),
    minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 600, max: 2000 })),
  }),
}

/** Any sequence of steps. */
export const history = fc.array(fc.oneof(...immediate, waiting), { minLength: 10, maxLength: 40 })
/** Rounds of steps that happen at once, with time passing between rounds. */
export const rounds = fc.array(fc.array(fc.oneof(...immediate), { minLength: 2, maxLength: 8 }), {
  minLength: 2,
  maxLength: 6,
})

export async function makeWorld(database: Database, clock: ManualClock): Promise<World> {
  const db = database.kysely
  const members: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const member = await makeMember(db, clock)
    // Enough for a few units, not for all: most purchases succeed and some don't.
    await topUp(database, member, 5000, member, clock)
    members.push(member)
  }
  const machines = [
    await makeOffer(db, clock, { settlementType: 0, unitsTotal: 7, memberShareBp: 7333 }),
    await makeOffer(db, clock, { settlementType: 1, unitsTotal: 3, memberShareBp: 10_000, validityDays: 1 }),
    await makeOffer(db, clock, { settlementType: 2, unitsTotal: 5, memberShareBp: 5000, validityDays: 2 }),
  ]
  return { run: randomUUID(), database, clock, members, machines, orders: [] }
}

/**
 * Runs a step and returns its retry, as after a lost answer: with the same ids. A rejection by the rules is swallowed;
 * any other error is thrown.
 */
export async function take(world: World, step: Step): Promise<() => Promise<void>> {
  const act = await prepared(world, step)
  const tolerant = async () => {
    try {
      await act()
    } catch (cause) {
      if (!(cause instanceof DomainError || cause instanceof BelowMinimumBalance || cause instanceof ProcessCrash))
        throw cause
    }
  }
  await tolerant()
  return tolerant
}

async function prepared(world: World, step: Step): Promise<() => Promise<unknown>> {
  const { run, database, clock, members, machines, orders } = world
  const memberId = members['who' in step ? step.who : 0] ?? ''
  const machine = machines['what' in step ? step.what : 0]
  if (!machine) throw new Error('no such machine')
  switch (step.kind) {
    case 'top up':
      return () => topUp(database, memberId, step.amount, `${run} ${step.who} ${step.id}`, clock)
    case 'trip': {
      // A repeated report has the same time as the first.
      const name = `${run} ${step.what} ${step.id}`
      return () => lateTrip(database, machine.deviceNumber, step.amount, name, clock, step.lateMinutes * 60_000)
    }
    case 'buy': {
      const draft = await database.inTransaction((db) =>
        makeDraft(db, { memberId, productId: machine.productId, quantity: step.quantity, couponId: null }, clock),
      )
      return async () => {
        const { id: orderId } = await database.inTransaction((db) =>
          payDraft(
            db,
            { memberId, draftId: draft.id, wallet: step.wallet, expectedPayment: draft.actualPayment },
            clock,
          ),
        )
        orders.push({ memberId, orderId })
      }
    }
    case 'cancel': {
      const order = orders[step.which]
      return async () => {
        if (order) await cancelAsShown(database, order, clock)
      }
    }
    case 'take back':
      return () => takeBack(world, step)
    case 'settle':
      return () => Promise.all(Array.from({ length: step.atOnce }, () => settleDue(database, clock)))
    case 'settle and crash':
      return () => settleAndCrash(world, step.chunk)
    case 'claim':
      return () => database.inTransaction((db) => claimIncome(db, { memberId, unitId: null }, clock))
    case 'wait':
      return () => Promise.resolve()
    case 'overdraw':
      return () => overdraw(world, memberId, step.code)
    case 'pay income from':
      return () => payIncomeFrom(world, memberId, step)
  }
}

/** Takes back what a step of the same numbers booked; nothing where there was none. */
async function takeBack(
  { run, database, clock }: World,
  { of, who: whose, id: which }: Extract<Step, { kind: 'take back' }>,
): Promise<void> {
  const name = `${run} ${whose} ${which}`
  const wrong = { source: 'test', externalId: name, reference: `${of} ${name}`, reason: 'a mistake' }
  await database.inTransaction<unknown>((db) =>
    of === 'top up' ? takeBackTopUp(db, wrong, clock) : takeBackRevenue(db, wrong, clock),
  )
}

async function settleAndCrash({ database, clock }: World, chunk: number): Promise<void> {
  let chunks = 0
  for (const period of await duePeriods(database.kysely, clock)) {
    await settlePeriod(database, period, clock, () =>
      chunks++ === chunk ? Promise.reject(new ProcessCrash()) : Promise.resolve(),
    )
  }
}

async function overdraw({ database, clock }: World, memberId: string, code: 'recharge' | 'income'): Promise<void> {
  await database.inTransaction(async (db) => {
    const debit = { ownerId: memberId, code }
    const [balance = 0] = await lockAccounts(db, [{ ...debit, asset: 'USD' }])
    await post(
      db,
      [
        {
          debit,
          credit: house('sales'),
          amount: balance + 1,
          asset: 'USD',
          kind: 'purchase',
          ref: randomUUID(),
        },
      ],
      clock,
    )
    throw new Error(`${balance + 1} were paid out of ${balance}`)
  })
}

/** Tries to pay income out of other members' money. The database itself must refuse it. */
async function payIncomeFrom(
  { database, clock }: World,
  memberId: string,
  { code, amount: wanted }: { code: string; amount: number },
): Promise<void> {
  const isHouse = code === 'sales' || code === 'world' || code === 'operator'
  for (const kind of ['income', 'income_claim', 'sign_reward', 'topup', 'bonus']) {
    for (const target of ['pending', 'income']) {
      if (code === target) continue
      const outcome = await database
        .inTransaction((db) =>
          post(
            db,
            [
              {
                debit: { ownerId: isHouse ? null : memberId, code },
                credit: { ownerId: memberId, code: target },
                amount: wanted,
                asset: 'USD',
                kind,
                ref: randomUUID(),
              },
            ],
            clock,
          ),
        )
        .catch((cause: unknown) => cause)
      if (!isSqlError(outcome, 'VF001'))
        throw new Error(`${kind} from ${code} to ${target} was not refused by a rule: ${String(outcome)}`)
    }
  }
}

/** Balances, transfers and sold units, to compare before and after. */
export async function booksOf({ database }: World): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(jsonb_build_array(id, balance, seq) order by id) from account) as accounts,
      (select count(*) from transfer) as transfers, (select count(*) from settlement_line) as lines,
      (select count(*) from unit) as units, (select sum(units_held) from machine_total) as sold`.execute(
    database.kysely,
  )
  return rows
}
