import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { foreignTransfers } from '#tests/support/foreign-transfers.ts'
import { databases } from '#tests/support/databases.ts'
import { resolveAct, isCommand, isEvent, type ResolvedAct } from '#tests/support/money-act.ts'
import { withPrice, send } from '#tests/support/money-commands.ts'
import { moneyHistory, type Act, type How, type Step } from '#tests/support/money-history.ts'
import { expectedOutcome, isBestPrice } from '#tests/support/money-model.ts'
import { passDays } from '#tests/support/money-model-events.ts'
import { passTime, applyEvent } from '#tests/support/money-events.ts'
import type { MoneyState } from '#tests/support/money-state.ts'
import { effectsOf } from '#tests/support/money-effects.ts'
import { endContracts, moneyWorldsOn, balanceSheet, type MoneyWorld } from '#tests/support/money-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

// MONEY_HISTORIES=… makes it longer, SEED=… takes other chances.
const numRuns = Number(process.env['MONEY_HISTORIES'] ?? 4)

describe.each(databases)('All that members, operator, rails and machines do with money on $name', ({ open }) => {
  let database: Database
  let newWorld: Awaited<ReturnType<typeof moneyWorldsOn>>
  beforeAll(async () => {
    database = await open()
    newWorld = await moneyWorldsOn(database, new ManualClock('2026-11-20T08:17:00.000Z'))
  })
  afterAll(() => database.close())

  test(
    "repeated, raced and killed: every balance is the model's, no floor is broken, every key counts once",
    async () => {
      const accepted = new Set<string>()
      const seen = new Set<string>()
      await fc.assert(
        fc.asyncProperty(moneyHistory, async (history) => {
          const { world, state } = await newWorld(history)
          let states = [state]
          for (const [index, step] of [...history.steps, { days: 7, how: 'once', spared: 0 } satisfies Step].entries())
            states = await taken(world, states, step, 2 * index)
          await chainAllBills(database)
          expect(await reconcile(database.kysely)).toEqual([])
          expect(await foreignTransfers(database.kysely)).toEqual([])
          expect(await effectsOf(world)).toEqual({ kept: world.keys, done: doneOf(world) })
          for (const kind of Object.keys(doneOf(world))) accepted.add(kind)
          for (const what of happened(states[0]!)) seen.add(what)
          await endContracts(database)
        }),
        { numRuns, endOnFailure: true },
      )
      // Enough commands of each kind were accepted; chance may leave out one kind, hardly two.
      expect(accepted.size).toBeGreaterThanOrEqual(9)
      expect(seen).toEqual(new Set(['cancelled', 'late revenue', 'taken back', 'trip taken back', 'returned']))
    },
    60_000 + numRuns * 30_000,
  )
})

/**
 * Runs a step and gives every state that the books may be in: of two simultaneous commands either may have been first.
 */
async function taken(world: MoneyWorld, states: MoneyState[], step: Step, n: number): Promise<MoneyState[]> {
  if ('days' in step) {
    await passTime(world, step.days, step.how, step.spared)
    return await matching(
      world,
      states.map((it) => ({ ...after(it, (state) => passDays(state, step.days)), outcomes: [] })),
      step,
      [],
    )
  }
  const acts = 'race' in step ? step.race : [step.act]
  const resolved = await resolveActs(world, states[0]!, acts, n)
  const how = 'race' in step ? 'once' : step.how
  const outcomes = await Promise.all(resolved.map((it) => done(world, it, how)))
  const orders =
    resolved.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [resolved.map((_, index) => index)]
  const ways = states.flatMap((it) =>
    orders.map((order) => {
      const answers: (number | boolean)[] = []
      return {
        ...after(it, (state) => {
          for (const index of order) answers[index] = expectedOutcome(state, resolved[index]!)
        }),
        outcomes: answers,
      }
    }),
  )
  return await matching(world, ways, { step, resolved }, outcomes)
}

interface Way {
  state: MoneyState
  outcomes: (number | boolean)[]
}

async function matching(
  world: MoneyWorld,
  ways: Way[],
  step: unknown,
  outcomes: (number | boolean)[],
): Promise<MoneyState[]> {
  const found = { outcomes, ...(await balanceSheet(world)) }
  const wanted = ways.map(({ state, outcomes: answers }) => ({
    outcomes: answers,
    members: state.members,
    house: state.house,
    machines: state.machines.map((it) => it.balance),
    belowMinimum: 0,
  }))
  const fitting = ways.filter((_, index) => isDeepStrictEqual(wanted[index], found)).map((it) => it.state)
  // With one allowed state the difference is shown; with several, all of them.
  if (fitting.length === 0) expect({ step, found: [found] }).toEqual({ step, found: wanted })
  return fitting.filter((it, index) => fitting.findIndex((other) => isDeepStrictEqual(it, other)) === index)
}

async function resolveActs(
  world: MoneyWorld,
  state: MoneyState,
  acts: readonly Act[],
  n: number,
): Promise<ResolvedAct[]> {
  const all: ResolvedAct[] = []
  for (const [index, act] of acts.entries()) {
    const resolved = resolveAct(state, n + index, act)
    if (resolved === null) continue
    all.push(await withPrice(world, resolved))
    if (act.kind === 'buy')
      expect({ resolved: all.at(-1), isBest: isBestPrice(state, all.at(-1)!) }).toMatchObject({ isBest: true })
  }
  return all
}

async function done(world: MoneyWorld, resolved: ResolvedAct, how: How): Promise<number | boolean> {
  if (isCommand(resolved)) return await send(world, resolved, how)
  return isEvent(resolved) && (await applyEvent(world, resolved, how))
}

function after(before: MoneyState, change: (state: MoneyState) => void): { state: MoneyState } {
  const state = structuredClone(before)
  change(state)
  return { state }
}

/** What undid or outran something else. */
function happened({ orders, machines, takenBack, trips, withdrawals }: MoneyState): string[] {
  return [
    ...(orders.values().some((it) => it.status === 'cancelled') ? ['cancelled'] : []),
    ...(machines.some((it) => isLate(it.sessions.map((one) => one.endedAt))) ? ['late revenue'] : []),
    ...(takenBack.size > 0 ? ['taken back'] : []),
    ...(trips.values().some((it) => it.back !== null) ? ['trip taken back'] : []),
    ...(withdrawals.values().some((it) => it.state === 'returned') ? ['returned'] : []),
  ]
}

/** Whether one came in after another that ended later. */
function isLate(ends: readonly number[]): boolean {
  return ends.some((it, index) => index > 0 && it < ends[index - 1]!)
}

/** How many commands of each kind were accepted. */
function doneOf({ keys }: MoneyWorld): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, errno } of keys.values()) if (errno === 0) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
