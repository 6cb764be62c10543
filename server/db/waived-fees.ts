import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import type { Db } from './open.ts'

/**
 * Waives the annual fees of which nothing was paid, of one card or of all of a member's: a fee must keep nobody from
 * removing the card that costs it. A repayment under way is waited for, and then counts.
 */
export async function waiveUnpaidFees(
  db: Db,
  { memberId, cardId }: { memberId: string; cardId?: string },
  clock: Clock,
): Promise<void> {
  const at = instant(clock)
  await db
    .updateTable('cardBill')
    .set({ waivedAt: at, completedAt: at })
    .where('memberId', '=', memberId)
    .$if(cardId !== undefined, (it) => it.where('cardId', '=', cardId ?? ''))
    .where('kind', '=', 'annual fee')
    .where('repaid', '=', 0)
    .where('completedAt', 'is', null)
    .execute()
}
