import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ArgsInput, Call } from '#protocol/call.ts'
import { prepay } from '#protocol/orders.ts'
import { userGoodsDetail } from '#protocol/products.ts'
import { claimEarnings, gameSign } from '#protocol/rewards.ts'
import { withdraw } from '#protocol/wallet.ts'
import { databaseOver, type Database } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { instant } from '#server/clock.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { settlePeriod } from '#server/ledger/settle.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import type { CallAnswer } from '#tests/support/caller.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { secureClientFor } from '#tests/support/secure-client.ts'
import { shopOn } from '#tests/support/shop.ts'

const password = '112233'
const clock = new ManualClock('2026-11-20T06:00:00.000Z')
/** The text of every statement, in order. `begin` goes with the first of a transaction. */
const statements: string[] = []
/** How often a statement was sent after an answer: those that are sent without one are under way together. */
let roundTrips = 0
let isAnswered = true
let database: Database
let world: BareWorld

beforeAll(async () => {
  const image = new Uint8Array(readFileSync(join(inject('pgliteImages'), 'image'))).buffer
  const source = await PGliteSource.start({ image })
  const query = source.query.bind(source)
  source.query = (text, parameters) => {
    statements.push(text)
    if (isAnswered) roundTrips += 1
    isAnswered = false
    return query(text, parameters).finally(() => {
      isAnswered = true
    })
  }
  database = databaseOver(source, 'pglite')
  world = await bareWorld(database, clock)
})
afterAll(() => database.close())

/**
 * How many statements each command takes, and in how many round trips they are sent. Who needs fewer lowers a number;
 * one more needs a reason.
 */
const expected = {
  // A message takes two, and a claim's own row one: one statement that changes two tables is slow on a cluster.
  payment: { statements: 16, roundTrips: 7 },
  claim: { statements: 10, roundTrips: 5 },
  checkIn: { statements: 11, roundTrips: 6 },
  withdrawal: { statements: 23, roundTrips: 13 },
  // A read is no transaction: here one statement goes after the other, on PostgreSQL up to nine at once.
  unitPage: { statements: 15, roundTrips: 15 },
}

test('a payment, a claim, a check-in, a withdrawal and the page of a unit take the statements and round trips that are counted here', async () => {
  const shop = shopOn(database, clock)
  const machine = await shop.offer()
  const memberId = await shop.member(100_000)
  // Its machine has an owner in the payer's zone, as most have.
  await shop.buy(await shop.member(100_000), machine.productId)
  const draft = await shop.draft(memberId, machine.productId, 1, null)
  const payment = await countsOf(
    await commandOf(memberId, prepay, {
      draftId: draft.id,
      wallet: 'recharge',
      expectedPayment: draft.actualPayment,
      risksRead: true,
    }),
  )
  clock.advance(3_600_000)
  await shop.earn(machine, 10_000)
  clock.advance(24 * 3_600_000)
  await settlePeriod(database, periodAt('daily', clock.now() - 24 * 3_600_000), clock)
  const claim = await countsOf(await commandOf(memberId, claimEarnings, {}))
  const checkIn = await countsOf(await commandOf(memberId, gameSign, { madeAt: instant(clock) }))
  const cardId = await bindCard(database.kysely, memberId)
  await database.inTransaction((db) => giveIncome(db, memberId, 10_000, clock))
  await database.kysely
    .updateTable('member')
    .set({ transactionPasswordHash: cheapHash(password) })
    .where('id', '=', memberId)
    .execute()
  const client = await secureClientFor(world.call)
  const who = { memberId, token: await world.tokenOf(memberId) }
  const withdrawal = await countsOf(() =>
    client.send(withdraw, who, { args: { amount: 8000, cardId, expectedArrival: 7920 }, password }),
  )
  const { id } = await database.kysely
    .selectFrom('unit')
    .select('id')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const token = await world.tokenOf(memberId)
  const unitPage = await countsOf(() => world.call(userGoodsDetail.path, { method: 'GET', args: { id }, token }))
  expect({ payment, claim, checkIn, withdrawal, unitPage }).toEqual(expected)
})

/** Signs a member in. The function that it gives sends one command. */
async function commandOf<C extends Call>(
  memberId: string,
  call: C,
  args: ArgsInput<C>,
): Promise<() => Promise<CallAnswer>> {
  const token = await world.tokenOf(memberId)
  return () => world.call(call.path, { args, token })
}

/** Counts from a command's arrival to its answer, its session and its key among them. */
async function countsOf(send: () => Promise<CallAnswer>): Promise<(typeof expected)['claim']> {
  statements.length = 0
  roundTrips = 0
  const { body } = await send()
  expect(body.errno).toBe(0)
  return { statements: statements.length, roundTrips }
}
