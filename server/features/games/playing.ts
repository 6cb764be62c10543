import { randomUUID } from 'node:crypto'
import type { Answer } from '#protocol/call.ts'
import type { Game, lotteryOpen } from '#protocol/games.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { atOnce } from '../../db/at-once.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import type { GameKind } from '../../db/game-schema.ts'
import type { Keyring } from '../../db/keyring.ts'
import { localized } from '../../db/localized.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { balanceOf, openAccounts, house } from '../../ledger/accounts.ts'
import { post, type Transfer } from '../../ledger/post.ts'
import { drawRows, shownDraws } from './draws.ts'
import { rollOf, slotAt } from './fair-draw.ts'
import { drawsLeft, gamesOf, missesOf, prizeFunds, shownGame, type GameRow, type SlotRow, type Words } from './games.ts'
import { limitsOf, type Player } from './limits.ts'
import { roundForDraw } from './pool-rounds.ts'
import { lastRoundOf, tallyDraws } from './pool-tally.ts'
import { closedBecause, guaranteedWeights, highestMoney, mostCovered, oddsOf, offeredOf, weightsNow } from './rules.ts'
import { openSeed, secretOf, shownSeed, useSeed, type SeedRow } from './seeds.ts'

/** What a member saw and agreed to, and how often they draw. */
export interface Wanted {
  memberId: string
  kinds: readonly GameKind[]
  /** The game; where it is left out, the one that is offered of `kinds`. */
  gameId?: string
  count: number
  seedHash: string
  memberSeed: string
  odds: string
  expectedPrice: number
}

/** A draw before it is written. */
interface Drawn {
  id: string
  nonce: number
  slot: SlotRow
  weights: number[]
  roll: number
  byGuarantee: boolean
}

/**
 * Charges and draws in the caller's transaction (docs/fair-draws.md). Throws a DomainError where what the member saw is
 * no longer so, or where they may not or can't pay; then nothing is charged and no nonce is used.
 */
export async function play(
  db: Db,
  ring: Keyring,
  wanted: Wanted,
  words: Words,
  clock: Clock,
): Promise<Answer<typeof lotteryOpen>> {
  const { memberId, count } = wanted
  const member = await lockMember(db, memberId)
  const [game] = offeredOf(await gamesOf(db, idOf(wanted), { lock: true }))
  if (!game) throw new DomainError('not_found')
  if (count > game.mostAtOnce) throw new DomainError('bad_request', { field: 'count', problem: 'is more than at once' })
  await rejectClosed(db, game, count)
  await rejectOverLimits(db, game, { player: member, count }, clock)
  if (member.level < game.levelNeeded)
    throw new DomainError('level_insufficient', { needed: game.levelNeeded, level: member.level })
  const seed = await openSeed(db, ring, memberId, clock)
  if (seed.hash !== wanted.seedHash) throw new DomainError('seed_changed')
  const misses = await missesOf(db, game, memberId)
  if (oddsOf(game, misses) !== wanted.odds) throw new DomainError('odds_changed')
  const price = game.priceAmount * count
  if (price !== wanted.expectedPrice) throw new DomainError('points_amount_wrong')
  await rejectPoor(db, game, { memberId, price, words })
  const drawn = drawAll(game, {
    ...wanted,
    seed,
    secret: secretOf(ring, seed),
    misses,
  })
  await write(db, ring, { game, drawn, memberId, memberSeed: wanted.memberSeed, seed }, clock)
  await pay(db, { game, drawn, memberId, price }, clock)
  const next = await useSeed(db, ring, seed, count, clock)
  const rows = await drawRows(db, memberId)
    .where(
      'draw.id',
      'in',
      drawn.map((it) => it.id),
    )
    .execute()
  return {
    draws: await shownDraws(db, rows.toReversed(), words),
    seed: shownSeed(next),
    limits: await limitsOf(db, member, clock),
    game: await gameNow(db, game.id, { player: member, words }, clock),
    ...(await pointsOf(db, memberId)),
  }
}

/** The game as the next draw finds it: stock and guarantee have moved on. */
async function gameNow(
  db: Db,
  id: string,
  of: { player: Player; words: Words },
  clock: Clock,
): Promise<Game | undefined> {
  const [game] = await gamesOf(db, { id })
  return game && (await shownGame(db, game, { ...of, funds: await prizeFunds(db) }, clock))
}

/** A member's gold coins and Lucky Balls. */
export async function pointsOf(db: Db, memberId: string): Promise<{ goldCoins: number; luckyBalls: number }> {
  const [goldCoins, luckyBalls] = [
    await balanceOf(db, { ownerId: memberId, code: 'gold', asset: 'GOLD' }),
    await balanceOf(db, { ownerId: memberId, code: 'lucky', asset: 'LUCKY' }),
  ]
  return { goldCoins, luckyBalls }
}

function idOf({ kinds, gameId }: Wanted): { kinds: readonly GameKind[]; id?: string } {
  return gameId === undefined ? { kinds } : { kinds, id: gameId }
}

/**
 * The prize account must cover the highest prize for every draw of the command before anything is drawn: a draw that
 * was refused for what it won would cheat its member. It stays locked, so that two members can't count on one amount.
 */
async function rejectClosed(db: Db, game: GameRow, count: number): Promise<void> {
  const most = highestMoney(game.slots)
  const funds = most === 0 ? 0 : await prizeFunds(db, { lock: true })
  const isStopped = game.stoppedAt !== null
  if (closedBecause(game.slots, { isStopped, funds }) !== null) throw new DomainError('game_closed')
  const covered = mostCovered(game.slots, funds)
  if (count > covered) throw new DomainError('game_closed', { covered })
}

async function rejectOverLimits(
  db: Db,
  game: GameRow,
  { player, count }: { player: Player; count: number },
  clock: Clock,
): Promise<void> {
  const own = await limitsOf(db, player, clock)
  if (own.pausedUntil !== null) throw new DomainError('play_paused')
  const ownLeft = own.daily === null ? Infinity : own.daily - own.drawnToday
  if (count > Math.min(ownLeft, (await drawsLeft(db, game, player, clock)) ?? Infinity))
    throw new DomainError('play_limit_reached')
}

async function rejectPoor(
  db: Db,
  { priceOf, name }: GameRow,
  { memberId, price, words }: { memberId: string; price: number; words: Words },
): Promise<void> {
  const { goldCoins, luckyBalls } = await pointsOf(db, memberId)
  if (priceOf === 'gold' && goldCoins < price) throw new DomainError('points_insufficient')
  if (priceOf === 'lucky' && luckyBalls < price)
    throw new DomainError('lucky_balls_needed', { what: localized(words.language, name), balls: price })
}

/** Every draw of a command, one after the other: stock and guarantee go on from each to the next. */
function drawAll(
  game: GameRow,
  of: { count: number; memberSeed: string; seed: SeedRow; secret: string; misses: number },
): Drawn[] {
  const slots = game.slots.map((it) => ({ ...it }))
  let { misses } = of
  return Array.from({ length: of.count }, (_, n) => {
    const byGuarantee = game.guaranteeEvery !== null && misses >= game.guaranteeEvery - 1
    const weights = byGuarantee ? guaranteedWeights(slots) : weightsNow(slots)
    const nonce = of.seed.nextNonce + n
    const roll = rollOf({ serverSeed: of.secret, memberSeed: of.memberSeed, nonce }, sumOf(weights))
    const slot = slots[slotAt(weights, roll)]
    if (!slot) throw new Error('a slot without a row')
    if (slot.left !== null) slot.left -= 1
    misses = slot.guaranteed ? 0 : misses + 1
    return { id: randomUUID(), nonce, slot, weights, roll, byGuarantee }
  })
}

interface Written {
  game: GameRow
  drawn: readonly Drawn[]
  memberId: string
}

async function write(
  db: Db,
  ring: Keyring,
  { game, drawn, memberId, memberSeed, seed }: Written & { memberSeed: string; seed: SeedRow },
  clock: Clock,
): Promise<void> {
  for (const { slot } of drawn.filter((it) => it.slot.limited))
    await db
      .updateTable('gameStock')
      .set((it) => ({ pieces: it('pieces', '-', 1) }))
      .where('game', '=', game.id)
      .where('key', '=', slot.key)
      .execute()
  const [round, before] = await atOnce([roundForDraw(db, ring, clock), lastRoundOf(db, memberId)])
  const goldCoins = game.priceOf === 'gold' ? game.priceAmount * drawn.length : 0
  await tallyDraws(db, { memberId, round, before, draws: drawn.length, goldCoins })
  await db
    .insertInto('draw')
    .values(
      drawn.map(({ id, nonce, slot, weights, roll, byGuarantee }) => ({
        id,
        memberId,
        game: game.id,
        slotId: slot.id,
        seedId: seed.id,
        nonce,
        memberSeed,
        version: game.version,
        weights: JSON.stringify(weights),
        roll,
        byGuarantee,
        guaranteed: slot.guaranteed,
        priceOf: game.priceOf,
        priceAmount: game.priceAmount,
        round,
        at: instant(clock),
        status: slot.gift === null ? null : (0 as const),
        receivedAt: null,
      })),
    )
    .execute()
}

/** Takes the price, and sets money that was won aside at once: it can always be received. */
async function pay(db: Db, { game, drawn, memberId, price }: Written & { price: number }, clock: Clock): Promise<void> {
  const asset = game.priceOf === 'gold' ? 'GOLD' : 'LUCKY'
  const memo = { subject: game.name.en }
  const transfers: Transfer[] = [
    {
      debit: { ownerId: memberId, code: game.priceOf },
      credit: house('mint'),
      amount: price,
      asset,
      kind: 'points_spent',
      ref: `draw/${drawn[0]?.id}`,
      memo: { ...memo, drawId: drawn[0]?.id },
    },
  ]
  for (const { id, slot } of drawn) {
    if (slot.gift?.of !== 'money') continue
    transfers.push({
      debit: house('prizes'),
      credit: { ownerId: memberId, code: 'prize_due' },
      amount: slot.gift.amount,
      asset: slot.gift.currency,
      kind: 'prize_due',
      ref: id,
      memo,
    })
  }
  if (transfers.length > 1) await openAccounts(db, memberId, [{ code: 'prize_due', asset: booksCurrency }])
  await post(db, transfers, clock)
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, it) => sum + it, 0)
}
