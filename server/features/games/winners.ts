import { sql } from 'kysely'
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
  const funds = await prizeFunds(db)
  const tops = offeredOf(await gamesOf(db, { kinds })).flatMap((game) => {
    const top = topPrize(game.slots)
    const slot = game.slots[top]
    return game.stoppedAt !== null || slot === undefined ? [] : [{ game, top, slot }]
  })
  const winners = await lastWinners(db, tops)
  return tops.map(({ game, top, slot }) => {
    const weights = weightsNow(game.slots)
    return {
      game: game.id,
      gameName: localized(words.language, game.name),
      kind: game.kind,
      prize: shownSlot(slot, weights[top] ?? 0, words),
      weights: weights.reduce((sum, it) => sum + it, 0),
      closed: closedBecause(game.slots, { isStopped: false, funds }),
      last: winners.get(game.id) ?? null,
    }
  })
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

/**
 * Who won a slot of each game last. A slot is known by its key in every version of its game. Who has left has won it
 * all the same, without a name.
 */
async function lastWinners(
  db: Db,
  tops: readonly { game: { id: string }; slot: SlotRow }[],
): Promise<Map<string, Jackpot['last']>> {
  if (tops.length === 0) return new Map()
  const slots = await db
    .selectFrom('gameSlot')
    .select('id')
    .where((it) => it.or(tops.map(({ game, slot }) => it.and({ game: game.id, key: slot.key }))))
    .execute()
  // One look-up of each: a lateral join of them is refused on several machines (docs/scale.md).
  const won = slots.map(
    ({ id }) => sql`(select game, at, number, member_id from draw
      where slot_id = ${id} and status is not null order by number desc limit 1)`,
  )
  const { rows } = await sql<WinnerRow>`
    select distinct on (won.game) won.game, won.at, nickname, phone, deleted_at
    from (${sql.join(won, sql` union all `)}) won join member on member.id = won.member_id
    order by won.game, won.number desc`.execute(db)
  return new Map(
    rows.map((it) => [it.game, { who: it.deletedAt === null ? maskedName(it) : '***', at: it.at }] as const),
  )
}

interface WinnerRow {
  game: string
  at: string
  nickname: string | null
  phone: string
  deletedAt: string | null
}
