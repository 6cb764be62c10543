import type { Answer } from '#protocol/call.ts'
import type { boxReceipt } from '#protocol/games.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { GameKind } from '../../db/game-schema.ts'
import type { Gift } from '../../db/gift-schema.ts'
import { giveCoupon } from '../../db/gifts.ts'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'
import { house } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import { drawRows, shownDraws } from './draws.ts'
import type { Words } from './games.ts'
import { pointsOf } from './playing.ts'

/**
 * Receives what a draw won, once for ever. Throws a DomainError where the member has no such draw of these kinds, or
 * nothing is to be received from it any more.
 */
export async function receivePrize(
  db: Db,
  { memberId, drawId, kinds }: { memberId: string; drawId: string; kinds: readonly GameKind[] },
  words: Words,
  clock: Clock,
): Promise<Answer<typeof boxReceipt>> {
  const draw = await db
    .selectFrom('draw')
    .innerJoin('game', 'game.id', 'draw.game')
    .innerJoin('gameSlot', 'gameSlot.id', 'draw.slotId')
    .innerJoin('gameRule', (it) =>
      it.onRef('gameRule.game', '=', 'draw.game').onRef('gameRule.version', '=', 'draw.version'),
    )
    .select(['draw.status', 'gameSlot.gift', 'gameRule.name'])
    .where('draw.id', '=', drawId)
    .where('draw.memberId', '=', memberId)
    .where('game.kind', 'in', kinds)
    .forNoKeyUpdate('draw')
    .executeTakeFirst()
  if (!draw) throw new DomainError('not_found')
  if (draw.status !== 0 || draw.gift === null) throw new DomainError('nothing_to_claim')
  await give(db, { memberId, ref: drawId, gift: draw.gift, subject: draw.name.en, drawId }, clock)
  await db
    .updateTable('draw')
    .set({ status: 1, receivedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', drawId)
    .execute()
  const [shown] = await shownDraws(db, await drawRows(db, memberId).where('draw.id', '=', drawId).execute(), words)
  if (!shown) throw new Error('a draw that was received is gone')
  return { draw: shown, ...(await pointsOf(db, memberId)) }
}

interface Given {
  memberId: string
  ref: string
  gift: Gift
  subject: string
  /** The draw that it was won in; a share of the pool has none. */
  drawId?: string
}

/** Points are made now; money was set aside when it was drawn. */
export async function give(db: Db, { memberId, ref, gift, ...memo }: Given, clock: Clock): Promise<void> {
  if (gift.of === 'coupon') {
    await giveCoupon(db, memberId, gift, clock)
    return
  }
  const isMoney = gift.of === 'money'
  const asset = isMoney ? gift.currency : gift.of === 'gold' ? 'GOLD' : 'LUCKY'
  await post(
    db,
    [
      {
        debit: isMoney ? { ownerId: memberId, code: 'prize_due' } : house('mint'),
        credit: { ownerId: memberId, code: isMoney ? 'income' : gift.of },
        amount: gift.amount,
        asset,
        kind: 'prize',
        ref,
        memo,
      },
    ],
    clock,
  )
}
