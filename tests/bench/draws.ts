import { randomBytes } from 'node:crypto'
import { millisOf, type Clock } from '#server/clock.ts'
import { ringOf, type Keyring } from '#server/db/keyring.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { play } from '#server/features/games/playing.ts'
import { publishGame } from '#server/features/games/publishing.ts'
import { oddsOf } from '#server/features/games/rules.ts'
import { openSeed } from '#server/features/games/seeds.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { payInCapital, setAside } from '#server/ledger/set-aside.ts'
import { givePoints, ruleOf, slotOf } from '#tests/support/game-table.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'
import { onBoth } from './databases.ts'
import type { Figure } from './figure.ts'
import { atOnce, perSecond, withKey } from './per-second.ts'

const clock: Clock = { now: () => millisOf('2026-11-20T00:05:00.000Z') }
const words = { language: 'en', translate: (name: string) => name }
const members = 400

const gift = { of: 'gold', amount: 5 } as const
const cash = { of: 'money', amount: 1, currency: 'USD' } as const
/** By what a draw must wait for: nothing of others, one stock of pieces, the prize account. */
const rules = {
  'of points': ruleOf('points'),
  'of counted pieces': ruleOf('pieces', {
    slots: [slotOf('star', gift, { stock: 10 * members }), slotOf('nothing', null)],
  }),
  'of money': ruleOf('money', { slots: [slotOf('cash', cash), slotOf('nothing', null)] }),
}

/** Draws of different members per second, below HTTP, each with its idempotency row. */
export async function draws(): Promise<Figure[]> {
  const rates = await onBoth(measure)
  return rates.flatMap(([name, of]) =>
    of.map(([what, value]) => ({
      what: `draws ${what} on ${name}, each with its idempotency row, ${atOnce} at a time`,
      value,
      unit: 'per second',
    })),
  )
}

async function measure(database: Database): Promise<[what: string, value: number][]> {
  await migrate(database)
  await ensurePartitions(database.kysely, clock)
  const ring = ringOf([randomBytes(32)])
  const players = await seatPlayers(database, ring)
  const rates: [string, number][] = []
  for (const [what, rule] of Object.entries(rules)) {
    await database.inTransaction((db) => publishGame(db, rule, clock))
    const odds = oddsOf({ ...rule, version: 1, slots: rule.slots.map((it) => ({ ...it, left: it.stock })) }, 0)
    const game = { kinds: ['box'] as const, gameId: rule.id, count: 1, odds, expectedPrice: rule.price.amount }
    const value = await perSecond([...players], ([memberId, seedHash]) =>
      withKey({ database, clock }, memberId, (db) =>
        play(db, ring, { memberId, memberSeed: 'x', seedHash, ...game }, words, clock),
      ),
    )
    rates.push([what, value])
  }
  const findings = await reconcile(database.kysely)
  if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings.slice(0, 3))}`)
  return rates
}

/** Members with coins for every game and the hash of their seed, and money for every prize. */
async function seatPlayers(database: Database, ring: Keyring): Promise<Map<string, string>> {
  return await database.inTransaction(async (db) => {
    const players = new Map<string, string>()
    for (let n = 0; n < members; n += 1) {
      const memberId = await makeMember(db)
      await givePoints(database, { memberId, gold: 100 }, clock)
      players.set(memberId, (await openSeed(db, ring, memberId, clock)).hash)
    }
    await payInCapital(db, { amount: 10 * members, currency: 'USD' }, clock)
    await setAside(db, { code: 'prizes', amount: 10 * members, currency: 'USD' }, clock)
    return players
  })
}
