import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Database } from '#server/db/open.ts'
import { openTopUp } from '#server/features/wallet/top-up/awaiting.ts'
import { lookAt } from '#server/features/wallet/top-up/looking.ts'
import type { Rail, Seen } from '#server/features/wallet/rails/rail.ts'
import { moveWithdrawal, requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { DomainError } from '#server/http/domain-error.ts'
import { silentLog } from '#server/log.ts'
import { bindCard } from './bound-card.ts'
import { giveIncome } from './give-income.ts'
import { makeMember } from './people-and-machines.ts'
import type { ManualClock } from './manual-clock.ts'

/** A transfer on the test's blockchain; a reorganisation may remove it and add it again. */
interface Paid extends Seen {
  to: string
  isLost: boolean
}

/** Two members with cards, and a rail. Withdrawals and top-ups are listed for steps to pick from. */
export interface RailWorld {
  database: Database
  clock: ManualClock
  rail: Rail
  members: { memberId: string; cardId: string }[]
  withdrawals: string[]
  topUps: { id: string; address: string; due: number }[]
  chain: Paid[]
}

type To = 'approved' | 'sent' | 'arrived' | 'returned'

export type RailStep =
  | { kind: 'earn'; who: number; amount: number }
  | { kind: 'withdraw'; who: number; amount: number }
  | { kind: 'move'; which: number; to: 'next' | To }
  | { kind: 'open'; who: number; amount: number }
  | { kind: 'pay'; which: number; percent: number }
  | { kind: 'blocks'; count: number }
  | { kind: 'lose'; which: number }
  | { kind: 'find'; which: number }
  | { kind: 'look'; which: number }
  | { kind: 'wait'; minutes: number }

const who = fc.nat(1)
const which = fc.nat(7)
const steps = [
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('earn' as const), who, amount: fc.integer({ min: 1, max: 20_000 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      who,
      amount: fc.integer({ min: 900, max: 12_000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which,
      to: fc.constantFrom(
        'next' as const,
        'next' as const,
        'next' as const,
        'next' as const,
        'next' as const,
        'next' as const,
        'arrived' as const,
        'returned' as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('open' as const), who, amount: fc.constantFrom(1000, 1001, 3333, 9999) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      which,
      percent: fc.constantFrom(100, 100, 100, 50, 33, 120, 1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('blocks' as const), count: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('find' as const), which }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('look' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 100 }) }),
  },
]
export const railHistory = fc.array(fc.oneof(...steps), { minLength: 15, maxLength: 45 }).map((rest): RailStep[] => [
  // The first steps put money into the wallets; most random histories would find them empty.
  { kind: 'earn', who: 0, amount: 15_000 },
  { kind: 'withdraw', who: 0, amount: 2000 },
  { kind: 'open', who: 1, amount: 1001 },
  ...rest,
])
/** Rounds of steps that happen at once. */
export const railRounds = fc.array(fc.array(fc.oneof(...steps), { minLength: 2, maxLength: 7 }), {
  minLength: 4,
  maxLength: 9,
})

const confirmations = 6

export async function makeRailWorld(database: Database, clock: ManualClock): Promise<RailWorld> {
  const members = []
  for (let n = 0; n < 2; n += 1) {
    const memberId = await makeMember(database.kysely)
    members.push({ memberId, cardId: await bindCard(database.kysely, memberId) })
  }
  const chain: Paid[] = []
  const rail: Rail = {
    asset: 'USDT',
    network: 'made-up',
    decimals: 6,
    confirmations,
    demo: true,
    holdings: null,
    mintAddress: () => randomUUID(),
    checkAddress: () => undefined,
    // Each transfer is listed twice, as real indexes do at times.
    transfersTo: (to, since, final) =>
      Promise.resolve({
        transfers: chain
          .filter((it) => it.to === to && !it.isLost && it.at >= since && !final.has(it.externalId))
          .flatMap((it) => [{ ...it }, { ...it }]),
        through: null,
        disputed: [],
      }),
  }
  return { database, clock, rail, members, withdrawals: [], topUps: [], chain }
}

/**
 * Runs a step; a rejection by the rules is swallowed, any other error is thrown. Returns a retry, as after a lost
 * answer: the operator's command and the look run again; requests are retried by key in tests/server/keys.
 */
export async function takeRailStep(world: RailWorld, step: RailStep): Promise<() => Promise<void>> {
  const act = await prepared(world, step)
  await act()
  return step.kind === 'move' || step.kind === 'look' || step.kind === 'open' ? act : () => Promise.resolve()
}

/** Decides the next state once, so that a retry repeats the same command. */
async function prepared(world: RailWorld, step: RailStep): Promise<() => Promise<void>> {
  if (step.kind !== 'move') return () => tolerant(() => done(world, step))
  const id = world.withdrawals[step.which % Math.max(1, world.withdrawals.length)]
  if (id === undefined) return () => Promise.resolve()
  const { state } = await world.database.kysely
    .selectFrom('withdrawal')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const next: Record<string, To> = { requested: 'approved', approved: 'sent', sent: 'arrived' }
  const to = step.to === 'next' ? (next[state] ?? 'returned') : step.to
  const afterArrival = state === 'arrived' && step.to === 'returned'
  return () =>
    tolerant(() =>
      world.database.inTransaction((db) =>
        moveWithdrawal(db, { id, to, reason: 'A reason.', afterArrival }, world.clock),
      ),
    )
}

async function done(world: RailWorld, step: Exclude<RailStep, { kind: 'move' }>): Promise<unknown> {
  const { database, clock, rail, members, withdrawals, topUps, chain } = world
  const member = members['who' in step ? step.who : 0]
  if (!member) throw new Error('no such member')
  const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
  switch (step.kind) {
    case 'earn':
      return await database.inTransaction((db) => giveIncome(db, member.memberId, step.amount, clock))
    case 'withdraw': {
      const expectedArrival = linesOf(step.amount, await termsOf(database.kysely, member.memberId)).arrives
      const { id } = await database.inTransaction((db) =>
        requestWithdrawal(db, { ...member, amount: step.amount, expectedArrival }, clock),
      )
      return withdrawals.push(id)
    }
    case 'open': {
      const id = await database.inTransaction((db) =>
        openTopUp(db, { memberId: member.memberId, amount: step.amount, rail }, clock),
      )
      const { address, due } = await database.kysely
        .selectFrom('awaitedTopUp')
        .select(['address', 'due'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return topUps.some((it) => it.id === id) ? undefined : topUps.push({ id, address, due })
    }
    case 'pay': {
      const topUp = pick(topUps, step.which)
      return (
        topUp &&
        chain.push({
          externalId: randomUUID(),
          to: topUp.address,
          value: Math.max(1, Math.floor((topUp.due * step.percent) / 100)),
          confirmed: 0,
          at: new Date(clock.now()).toISOString(),
          isLost: false,
        })
      )
    }
    case 'blocks': {
      for (const it of chain) it.confirmed += step.count
      return undefined
    }
    case 'lose': {
      const it = pick(chain, step.which)
      if (it && it.confirmed < confirmations) Object.assign(it, { isLost: true, confirmed: 0 })
      return undefined
    }
    case 'find': {
      const it = pick(chain, step.which)
      if (it) it.isLost = false
      return undefined
    }
    case 'look': {
      const topUp = pick(topUps, step.which)
      return (
        topUp &&
        (await lookAt(
          { db: database.kysely, transact: (work) => database.inTransaction(work), clock, log: silentLog },
          rail,
          topUp.address,
        ))
      )
    }
    case 'wait':
      return clock.advance(step.minutes * 60_000)
  }
}

async function tolerant(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
  }
}
