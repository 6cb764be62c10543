import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '#server/db/open.ts'
import { balanceOf, house } from '#server/ledger/accounts.ts'
import { chainAllBills } from '#server/ledger/chain.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { walletsOf } from '#server/ledger/wallets.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { databases } from '#tests/support/databases.ts'
import { longer } from '#tests/support/longer.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import {
  day,
  applyEvent,
  plainHistory,
  send,
  term,
  walletHistory,
  walletRounds,
  walletWorldsOn,
  type Step,
  type WalletWorld,
} from '#tests/support/wallet-history.ts'
import { WalletModel } from '#tests/support/wallet-model.ts'

describe.each(databases)('Buying, claiming, exchanging and depositing on $name', ({ open }) => {
  let database: Database
  let newWorld: () => Promise<WalletWorld>
  const held = async (code: 'reserve' | 'operator') =>
    await balanceOf(database.kysely, { ...house(code), asset: 'USD' })
  const houses = async () => ({ reserve: await held('reserve'), operator: await held('operator') })
  const outside = async () => (await balanceSheets(database.kysely)).find((it) => it.currency === 'USD')?.outside ?? 0
  beforeAll(async () => {
    database = await open()
    newWorld = await walletWorldsOn(database, new ManualClock('2026-11-20T08:17:00.000Z'))
  })
  afterAll(() => database.close())

  test(
    'moves money as the model says, step by step, and every command once',
    async () => {
      const answered = new Set<unknown>()
      await fc.assert(
        fc.asyncProperty(walletHistory, async (steps) => {
          const before = await outside()
          const world = await newWorld()
          const model = new WalletModel(world.clock.now(), await houses())
          for (const step of steps) {
            const outcome = await taken(world, step)
            expect({ step, outcome }).toEqual({ step, outcome: expected(model, step) })
            expect({
              step,
              members: await Promise.all(world.members.map((id) => standing(database.kysely, id))),
              ...(await houses()),
            }).toEqual({
              step,
              members: model.members.map(({ recharge, income, pending, deposit }) => ({
                recharge,
                income,
                pending,
                deposit,
              })),
              reserve: model.reserve,
              operator: model.operator,
            })
            if ('command' in step) answered.add(`${step.command.kind} ${outcome[0]}`)
          }
          await chainAllBills(database)
          expect(await reconcile(database.kysely)).toEqual([])
          expect((await outside()) - before).toBe(model.cameIn)
          await endAll(world)
        }),
        { numRuns: 1 + 3 * longer, endOnFailure: true, examples: [[plainHistory]] },
      )
      // The histories went where there is something to see.
      expect([...answered]).toEqual(expect.arrayContaining(['buy 0', 'open 0', 'exchange 1703']))
    },
    240_000 * longer,
  )

  test(
    'holds when it happens at once: no money made or lost, no floor broken, every command once',
    async () => {
      await fc.assert(
        fc.asyncProperty(walletRounds, async (rounds) => {
          const before = await outside()
          const world = await newWorld()
          const model = new WalletModel(world.clock.now(), await houses())
          const step = async (event: Extract<Step, { event: unknown }>['event']) => {
            await applyEvent(world, event)
            model.event(event)
          }
          await step({ kind: 'capital', amount: 60 })
          await step({ kind: 'fund', amount: 45 })
          for (const round of rounds) {
            await Promise.all(round.map((it) => taken(world, it)))
            // Incoming money doesn't depend on who was faster, and the model checks only that here.
            for (const it of round) if ('event' in it) model.event(it.event)
            await step({ kind: 'day' })
          }
          await chainAllBills(database)
          expect(await reconcile(database.kysely)).toEqual([])
          expect((await outside()) - before).toBe(model.cameIn)
          const stands = await Promise.all(world.members.map((id) => standing(database.kysely, id)))
          expect(stands.flatMap((it) => Object.values(it)).filter((it) => it < 0)).toEqual([])
          await endAll(world)
          expect(
            await database.kysely.selectFrom('timeDeposit').select('id').where('endedAt', 'is', null).execute(),
          ).toEqual([])
          expect(await reconcile(database.kysely)).toEqual([])
        }),
        { numRuns: 3 * longer, endOnFailure: true },
      )
    },
    240_000 * longer,
  )
})

/**
 * Runs a step and gives its answer: an errno, or undefined where nothing was sent. Copies of a command must all get the
 * same answer.
 */
async function taken(world: WalletWorld, step: Step): Promise<(number | boolean)[]> {
  if ('event' in step) return [await applyEvent(world, step.event)]
  const answers = await send(world, step)
  for (const answer of answers) expect(answer).toEqual(answers[0])
  return answers.slice(0, 1).map((it) => it.errno)
}

function expected(model: WalletModel, step: Step): (number | boolean)[] {
  if ('event' in step) return [model.event(step.event)]
  const errno = model.command(step)
  return errno === null ? [] : [errno]
}

/** Lets every running unit expire; otherwise the next world would be paid for it. */
async function endAll(world: WalletWorld): Promise<void> {
  world.clock.advance(term.days * day)
  await applyEvent(world, { kind: 'mature', how: 'twice at once' })
}

async function standing(
  db: Db,
  memberId: string,
): Promise<{ recharge: number; income: number; pending: number; deposit: number }> {
  const { recharge, income, pending, deposit } = await walletsOf(db, memberId)
  return { recharge, income, pending, deposit }
}
