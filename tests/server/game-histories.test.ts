import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { publishGame } from '#server/features/games/publishing.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { databases } from '#tests/support/databases.ts'
import { everyOutcome, gameEvents, gameIds, outcomes, variants } from '#tests/support/game-history.ts'
import { newModel, newPlayer, type GameModel } from '#tests/support/game-model.ts'
import { expectedIn, standing } from '#tests/support/game-standing.ts'
import { happen } from '#tests/support/game-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

/** `GAME_HISTORIES=100` plays as many on each database. */
const histories = Number(process.env['GAME_HISTORIES'] ?? 4)

describe.each(databases)('Any sequence of draws, receipts and rules on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const model: GameModel = newModel()
  let database: Database
  beforeAll(async () => {
    database = await open()
    for (const id of gameIds) await database.inTransaction((db) => publishGame(db, variants[id][0], clock))
  })
  afterAll(() => database.close())

  /** The identities of the books, from the tables alone. */
  async function books() {
    const {
      rows: [row],
    } = await sql<{ there: number; funded: number; minted: number; held: number; uncovered: number }>`
      select (select coalesce(sum(balance), 0)::bigint from account where code in ('prizes', 'prize_due'))
          + (select coalesce(sum(amount), 0)::bigint from transfer where kind = 'prize' and asset = 'USD') as there,
        (select coalesce(sum(amount), 0)::bigint from transfer where kind = 'prize_funding') as funded,
        (select coalesce(sum(case when kind = 'points_spent' then -amount else amount end), 0)::bigint
          from transfer where asset in ('GOLD', 'LUCKY')) as minted,
        (select coalesce(sum(balance), 0)::bigint from account where code in ('gold', 'lucky')) as held,
        (select count(*)::int from draw join game_slot on game_slot.id = slot_id left join transfer
          on owner_id = draw.member_id and kind = 'prize_due' and ref = draw.id::text and amount = (gift->>'amount')::bigint
          where gift->>'of' = 'money' and transfer.id is null) as uncovered`.execute(database.kysely)
    return row
  }

  test('keeps points, stock and prize account in balance', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(gameEvents, async (history) => {
        model.players = []
        for (let n = 0; n < 2; n += 1) model.players.push(newPlayer(await makeMember(database.kysely)))
        const start = [0, 1].map((who) => ({ kind: 'give', who, gold: 120, lucky: 8 }) as const)
        for (const event of [...start, { kind: 'capital', amount: 150 } as const, ...history]) {
          seen.add(`${event.kind} ${await happen({ database, clock, model }, event)}`)
          expect({ event, ...(await standing(database.kysely, model)) }).toEqual({ event, ...expectedIn(model) })
          for (const it of Object.values(model.stock)) expect(it.pieces).toBe(it.put - it.drawn)
          const { there, funded, minted, held, uncovered } = (await books()) ?? {}
          expect({ there, held, uncovered }).toEqual({ there: funded, held: minted, uncovered: 0 })
        }
        expect(await reconcile(database.kysely)).toEqual([])
      }),
      { numRuns: histories, endOnFailure: true, examples: [[everyOutcome]] },
    )
    expect(outcomes.filter((it) => !seen.has(it))).toEqual([])
  }, 120_000)
})
