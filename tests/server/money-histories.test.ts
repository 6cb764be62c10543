import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import { aim, isCommand, isEvent, type Aimed } from '#tests/support/money-aim.ts'
import { priced, send } from '#tests/support/money-doing.ts'
import { moneyHistory, type Act, type How, type Step } from '#tests/support/money-history.ts'
import { happens, isBestPrice } from '#tests/support/money-model.ts'
import { passDays } from '#tests/support/money-model-events.ts'
import { passTime, say } from '#tests/support/money-saying.ts'
import type { MoneyState } from '#tests/support/money-state.ts'
import { effectsOf } from '#tests/support/money-effects.ts'
import { dismiss, moneyWorldsOn, standing, type MoneyWorld } from '#tests/support/money-world.ts'
import { TurnedClock } from '#tests/support/turned-clock.ts'

// MONEY_HISTORIES=… makes it longer, SEED=… takes other chances.
const numRuns = Number(process.env['MONEY_HISTORIES'] ?? 4)

describe.each(databases)('All that members, operator, rails and machines do with money on $name', ({ open }) => {
  let database: Database
  let newWorld: Awaited<ReturnType<typeof moneyWorldsOn>>
  beforeAll(async () => {
    database = await open()
    newWorld = await moneyWorldsOn(database, new TurnedClock('2026-11-20T08:17:00.000Z'))
  })
  afterAll(() => database.close())

  test(
    "repeated, raced and killed: every balance is the model's, no floor is broken, every key counts once",
    async () => {
      const accepted = new Set<string>()
      await fc.assert(
        fc.asyncProperty(moneyHistory, async (history) => {
          const { world, state } = await newWorld(history)
          let states = [state]
          for (const [index, step] of [...history.steps, { days: 7, how: 'once', spared: 0 } satisfies Step].entries())
            states = await taken(world, states, step, 2 * index)
          await chainAllBills(database)
          expect(await reconcile(database.kysely)).toEqual([])
          expect(await effectsOf(world)).toEqual({ kept: world.keys, done: doneOf(world) })
          for (const kind of Object.keys(doneOf(world))) accepted.add(kind)
          await dismiss(database.kysely)
        }),
        { numRuns, endOnFailure: true },
      )
      // The histories went where there is something to see: chance may deny a few of them one kind of command, hardly
      // two.
      expect(accepted.size).toBeGreaterThanOrEqual(9)
    },
    60_000 + numRuns * 30_000,
  )
})

/**
 * Takes a step, and gives all ways in which the books may have come to stand as they do: of two acts at once either may
 * have been first.
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
  const aimed = await aimedAt(world, states[0]!, acts, n)
  const how = 'race' in step ? 'once' : step.how
  const outcomes = await Promise.all(aimed.map((it) => done(world, it, how)))
  const orders =
    aimed.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [aimed.map((_, index) => index)]
  const ways = states.flatMap((it) =>
    orders.map((order) => {
      const answers: (number | boolean)[] = []
      return {
        ...after(it, (state) => {
          for (const index of order) answers[index] = happens(state, aimed[index]!)
        }),
        outcomes: answers,
      }
    }),
  )
  return await matching(world, ways, { step, aimed }, outcomes)
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
  const found = { outcomes, ...(await standing(world)) }
  const wanted = ways.map(({ state, outcomes: answers }) => ({
    outcomes: answers,
    members: state.members,
    house: state.house,
    machines: state.machines.map((it) => it.balance),
    belowFloor: 0,
  }))
  const fitting = ways.filter((_, index) => isDeepStrictEqual(wanted[index], found)).map((it) => it.state)
  // One way is shown beside what was found; of several, all.
  if (fitting.length === 0) expect({ step, found: [found] }).toEqual({ step, found: wanted })
  return fitting.filter((it, index) => fitting.findIndex((other) => isDeepStrictEqual(it, other)) === index)
}

async function aimedAt(world: MoneyWorld, state: MoneyState, acts: readonly Act[], n: number): Promise<Aimed[]> {
  const all: Aimed[] = []
  for (const [index, act] of acts.entries()) {
    const aimed = aim(state, n + index, act)
    if (aimed === null) continue
    all.push(await priced(world, aimed))
    if (act.do === 'buy')
      expect({ aimed: all.at(-1), isBest: isBestPrice(state, all.at(-1)!) }).toMatchObject({ isBest: true })
  }
  return all
}

async function done(world: MoneyWorld, aimed: Aimed, how: How): Promise<number | boolean> {
  if (isCommand(aimed)) return await send(world, aimed, how)
  return isEvent(aimed) && (await say(world, aimed, how))
}

function after(before: MoneyState, change: (state: MoneyState) => void): { state: MoneyState } {
  const state = structuredClone(before)
  change(state)
  return { state }
}

/** How many commands of each kind were accepted. */
function doneOf({ keys }: MoneyWorld): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { do: kind, errno } of keys.values()) if (errno === 0) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
