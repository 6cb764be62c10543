import type { Selectable } from 'kysely'
import type { Game, Slot } from '#protocol/games.ts'
import type { Clock } from '../../clock.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import type { GameKind } from '../../db/game-schema.ts'
import type { Gift } from '../../db/gift-schema.ts'
import { rewardOf } from '../../db/gifts.ts'
import { localized } from '../../db/localized.ts'
import type { Db } from '../../db/open.ts'
import type { LocalizedText, Schema } from '../../db/schema.ts'
import { balanceOf, house, lockAccounts } from '../../ledger/accounts.ts'
import { drawsSince, startOfToday, type Player } from './limits.ts'
import { closedBecause, guaranteedIn, mostCovered, oddsOf, weightsNow } from './rules.ts'

export interface SlotRow {
  id: string
  key: string
  name: LocalizedText
  art: string
  gift: Gift | null
  weight: number
  guaranteed: boolean
  limited: boolean
  left: number | null
}

/** A game under the rule that is played now. */
export interface GameRow extends Omit<Selectable<Schema['gameRule']>, 'game'> {
  id: string
  kind: GameKind
  stoppedAt: string | null
  slots: SlotRow[]
}

/** Translates texts of the operator, and names that rows hold in English. */
export interface Words {
  language: string
  translate(name: string): string
}

/**
 * Games in their order, of some kinds or by name. `lock` holds the stock that is counted until the transaction ends:
 * what is read then is what is drawn from.
 */
export async function gamesOf(
  db: Db,
  { kinds, id }: { kinds?: readonly GameKind[]; id?: string },
  { lock = false } = {},
): Promise<GameRow[]> {
  const games = await db
    .selectFrom('game')
    .innerJoin('gameRule', (it) =>
      it.onRef('gameRule.game', '=', 'game.id').onRef('gameRule.version', '=', 'game.version'),
    )
    .selectAll('gameRule')
    .select(['game.id', 'game.kind', 'game.stoppedAt'])
    .$if(kinds !== undefined, (it) => it.where('game.kind', 'in', kinds ?? []))
    .$if(id !== undefined, (it) => it.where('game.id', '=', id ?? ''))
    .orderBy('game.position')
    .orderBy('game.id')
    .execute()
  return await Promise.all(games.map(async (it) => ({ ...it, slots: await slotsOf(db, it, { lock }) })))
}

/** What the prize account holds in the books' currency. `lock` keeps it from being spent elsewhere meanwhile. */
export async function prizeFunds(db: Db, { lock = false } = {}): Promise<number> {
  const account = { ...house('prizes'), asset: booksCurrency }
  return lock ? ((await lockAccounts(db, [account]))[0] ?? 0) : await balanceOf(db, account)
}

/** A game as a member sees it. */
export async function shownGame(
  db: Db,
  game: GameRow,
  { player, words, funds }: { player: Player; words: Words; funds: number },
  clock: Clock,
): Promise<Game> {
  const weights = weightsNow(game.slots)
  const { guaranteeEvery: every } = game
  const misses = await missesOf(db, game, player.id)
  return {
    id: game.id,
    kind: game.kind,
    name: localized(words.language, game.name),
    line: localized(words.language, game.line),
    art: game.art,
    version: game.version,
    price: { of: game.priceOf, amount: game.priceAmount },
    slots: game.slots.map((slot, n) => shownSlot(slot, weights[n] ?? 0, words)),
    odds: oddsOf(game, misses),
    mostAtOnce: Math.min(game.mostAtOnce, mostCovered(game.slots, funds)),
    drawsLeft: await drawsLeft(db, game, player, clock),
    levelNeeded: game.levelNeeded,
    closed: closedBecause(game.slots, { isStopped: game.stoppedAt !== null, funds }),
    guarantee: every === null ? null : { every, in: guaranteedIn(every, misses) },
  }
}

export function shownSlot(slot: SlotRow, weight: number, { language, translate }: Words): Slot {
  const { id, name, art, gift, left, guaranteed } = slot
  return {
    id,
    name: localized(language, name),
    art,
    type: gift === null || gift.of === 'coupon' ? null : gift.of === 'money' ? 0 : 1,
    reward: gift && rewardOf(gift, translate),
    weight,
    left,
    guaranteed,
  }
}

/** Draws that the game's own limit leaves a member today; null is no limit. */
export async function drawsLeft(
  db: Db,
  { id, dailyLimit }: Pick<GameRow, 'id' | 'dailyLimit'>,
  { id: memberId, timeZone }: Player,
  clock: Clock,
): Promise<number | null> {
  if (dailyLimit === null) return null
  const drawn = await drawsSince(db, { memberId, game: id, since: startOfToday(timeZone, clock) })
  return Math.max(0, dailyLimit - drawn)
}

/** A member's draws of a game since the last one that won a guaranteed slot; counted no further than it matters. */
export async function missesOf(
  db: Db,
  { id, guaranteeEvery }: Pick<GameRow, 'id' | 'guaranteeEvery'>,
  memberId: string,
): Promise<number> {
  if (guaranteeEvery === null) return 0
  const last = await db
    .selectFrom('draw')
    .select('guaranteed')
    .where('memberId', '=', memberId)
    .where('game', '=', id)
    .orderBy('number', 'desc')
    .limit(guaranteeEvery - 1)
    .execute()
  const misses = last.findIndex((it) => it.guaranteed)
  return misses < 0 ? last.length : misses
}

async function slotsOf(
  db: Db,
  { id, version }: Pick<GameRow, 'id' | 'version'>,
  { lock }: { lock: boolean },
): Promise<SlotRow[]> {
  const slots = await db
    .selectFrom('gameSlot')
    .select(['id', 'key', 'name', 'art', 'gift', 'weight', 'guaranteed', 'limited'])
    .where('game', '=', id)
    .where('version', '=', version)
    .orderBy('position')
    .execute()
  const keys = slots.filter((it) => it.limited).map((it) => it.key)
  const stock = keys.length === 0 ? new Map<string, number>() : await stockOf(db, { game: id, keys }, { lock })
  return slots.map((it) => ({ ...it, left: it.limited ? (stock.get(it.key) ?? 0) : null }))
}

/** Rows are locked in the order of their keys, so that draws of one game wait for each other and never in a circle. */
async function stockOf(
  db: Db,
  { game, keys }: { game: string; keys: readonly string[] },
  { lock }: { lock: boolean },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('gameStock')
    .select(['key', 'pieces'])
    .where('game', '=', game)
    .where('key', 'in', keys)
    .orderBy('key')
    .$if(lock, (it) => it.forUpdate())
    .execute()
  return new Map(rows.map((it) => [it.key, it.pieces]))
}
