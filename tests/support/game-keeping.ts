import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Keyring } from '#server/db/keyring.ts'
import type { Db } from '#server/db/open.ts'
import { rollOf } from '#server/features/games/fair-draw.ts'
import { saveLimits } from '#server/features/games/limits.ts'
import { addStock, publishGame, stopGame } from '#server/features/games/publishing.ts'
import { openSeed, renewSeed } from '#server/features/games/seeds.ts'
import { setAside } from '#server/ledger/set-aside.ts'
import { variants, type Deed } from './game-history.ts'
import * as models from './game-model.ts'
import type { GameModel } from './game-model.ts'
import type { ManualClock } from './manual-clock.ts'

export type Kept = Exclude<Deed, { kind: 'draw' | 'receive' | 'receive share' }>

interface Keeping {
  work: (db: Db) => Promise<unknown>
  expected: string
  note: (model: GameModel, now: number) => void
}

/** What the operator does, and what a member sets for themselves: the work, how it must end, what the model notes. */
export function keepingOf(
  { clock, model, ring }: { clock: ManualClock; model: GameModel; ring: Keyring },
  event: Kept,
): Keeping {
  switch (event.kind) {
    case 'stock': {
      const { key, pieces } = event
      const stock = model.stock[key]
      return {
        work: (db) => addStock(db, { game: 'nine', key, pieces }),
        expected: (stock?.pieces ?? 0) + pieces < 0 ? 'bad_request' : 'done',
        note: () => {
          if (!stock) throw new Error(`no stock of ${key}`)
          stock.pieces += pieces
          stock.put += pieces
        },
      }
    }
    case 'publish': {
      const rule = variants[event.game][event.variant % variants[event.game].length] ?? variants[event.game][0]
      return {
        work: (db) => publishGame(db, rule, clock),
        expected: 'done',
        note: ({ games }) => Object.assign(games[event.game], { rule, version: games[event.game].version + 1 }),
      }
    }
    case 'stop':
      return {
        work: (db) => stopGame(db, event.game, event.isStopped ? new Date(clock.now()).toISOString() : null),
        expected: 'done',
        note: ({ games }) => Object.assign(games[event.game], { isStopped: event.isStopped }),
      }
    case 'fund':
      return {
        work: (db) => setAside(db, { code: 'prizes', amount: event.amount, currency: 'USD' }, clock),
        expected: event.amount > model.operator ? 'short' : 'done',
        note: (it) => {
          it.operator -= event.amount
          it.prizes += event.amount
          it.funded += event.amount
        },
      }
    case 'limit': {
      const player = models.playerOf(model, event.who)
      const { daily, pause } = event
      return {
        work: (db) => saveLimits(db, { memberId: player.id, daily, pause }, clock),
        expected: 'done',
        note: (_, now) => models.limited(player, daily, pause, now),
      }
    }
    case 'renew':
      return {
        work: (db) => renew(db, ring, models.playerOf(model, event.who).id, clock),
        expected: 'done',
        note: () => {},
      }
  }
}

/** Renews a seed, and repeats every draw that was made by it. */
async function renew(db: Db, ring: Keyring, memberId: string, clock: ManualClock): Promise<void> {
  const { hash: seedHash } = await openSeed(db, ring, memberId, clock)
  const { revealed } = await renewSeed(db, ring, { memberId, seedHash }, clock)
  expect(createHash('sha256').update(Buffer.from(revealed.serverSeed, 'hex')).digest('hex')).toBe(seedHash)
  const drawn = await db
    .selectFrom('draw')
    .innerJoin('drawSeed', (it) =>
      it.onRef('drawSeed.memberId', '=', 'draw.memberId').onRef('drawSeed.id', '=', 'draw.seedId'),
    )
    .select(['nonce', 'memberSeed', 'weights', 'roll'])
    .where('hash', '=', seedHash)
    .execute()
  for (const { weights, roll, ...of } of drawn) {
    const total = weights.reduce((sum, it) => sum + it, 0)
    expect(rollOf({ ...of, serverSeed: revealed.serverSeed }, total)).toBe(roll)
  }
}
