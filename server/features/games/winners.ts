import type { Answer } from '#protocol/call.ts'
import type { Jackpot, poolLight } from '#protocol/games.ts'
import type { GameKind } from '../../db/game-schema.ts'
import { localized } from '../../db/localized.ts'
import type { Db } from '../../db/open.ts'
import { maskedName } from '../home/rules.ts'
import { gamesOf, prizeFunds, shownSlot, type SlotRow, type Words } from './games.ts'
import { closedBecause, offeredOf, topPrize, weightsNow } from './rules.ts'

const lightShown = 20

/** The highest prize of every game that is offered and not stopped, its chance or why it's closed, its last winner. */
export async function jackpotsOf(db: Db, kinds: readonly GameKind[], words: Words): Promise<Jackpot[]> {
  const jackpots: Jackpot[] = []
  const funds = await prizeFunds(db)
  for (const game of offeredOf(await gamesOf(db, { kinds }))) {
    const weights = weightsNow(game.slots)
    const top = topPrize(game.slots)
    const slot = game.slots[top]
    if (game.stoppedAt !== null || slot === undefined) continue
    jackpots.push({
      game: game.id,
      gameName: localized(words.language, game.name),
      kind: game.kind,
      prize: shownSlot(slot, weights[top] ?? 0, words),
      weights: weights.reduce((sum, it) => sum + it, 0),
      closed: closedBecause(game.slots, { isStopped: false, funds }),
      last: await lastWinner(db, game.id, slot),
    })
  }
  return jackpots
}

/** The latest prizes that members who are still here won, with their names masked. */
export async function latestPrizes(db: Db, words: Words): Promise<Answer<typeof poolLight>> {
  const rows = await db
    .selectFrom('draw')
    .innerJoin('gameSlot', 'gameSlot.id', 'draw.slotId')
    .innerJoin('member', 'member.id', 'draw.memberId')
    .innerJoin('gameRule', (it) =>
      it.onRef('gameRule.game', '=', 'draw.game').onRef('gameRule.version', '=', 'draw.version'),
    )
    .select(['draw.id', 'draw.at', 'gameRule.name as game', 'gameSlot.name as prize'])
    .select(['member.nickname', 'member.phone'])
    .where('draw.status', 'is not', null)
    .where('member.deletedAt', 'is', null)
    .orderBy('draw.number', 'desc')
    .limit(lightShown)
    .execute()
  return {
    items: rows.map(({ id, at, game, prize, ...member }) => ({
      id,
      at,
      who: maskedName(member),
      gameName: localized(words.language, game),
      prizeName: localized(words.language, prize),
    })),
  }
}

/** A slot is known by its key in every version of its game. Who has left has won it all the same, without a name. */
async function lastWinner(db: Db, game: string, { key }: SlotRow): Promise<Jackpot['last']> {
  const row = await db
    .selectFrom('gameSlot')
    .innerJoinLateral(
      (it) =>
        it
          .selectFrom('draw')
          .select(['draw.at', 'draw.number', 'draw.memberId'])
          .whereRef('draw.slotId', '=', 'gameSlot.id')
          .where('draw.status', 'is not', null)
          .orderBy('draw.number', 'desc')
          .limit(1)
          .as('won'),
      (it) => it.onTrue(),
    )
    .innerJoin('member', 'member.id', 'won.memberId')
    .select(['won.at', 'member.nickname', 'member.phone', 'member.deletedAt'])
    .where('gameSlot.game', '=', game)
    .where('gameSlot.key', '=', key)
    .orderBy('won.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { who: row.deletedAt === null ? maskedName(row) : '***', at: row.at } : null
}
