import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'

/**
 * Throws a DomainError while the operator has disabled a withdrawal's card: nothing may be paid to it. The lock lasts
 * until the commit: a card that is disabled meanwhile names this withdrawal in its new state.
 */
export async function rejectDisabledCard(
  db: Db,
  { memberId, cardId }: { memberId: string; cardId: string },
): Promise<void> {
  const card = await db
    .selectFrom('bankCard')
    .select('disabledAt')
    .where('memberId', '=', memberId)
    .where('id', '=', cardId)
    .forShare()
    .executeTakeFirst()
  if (card && card.disabledAt !== null)
    throw new DomainError('bad_request', {
      field: 'card',
      problem: 'is disabled: "withdrawal return" gives the money back, "card enable" lets it be paid',
    })
}
