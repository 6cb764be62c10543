import { sql } from 'kysely'
import { takesWithdrawals, type BankCard } from '#protocol/cards.ts'
import type { Clock } from '../clock.ts'
import { dayIn } from '../clock.ts'
import type { Db } from './open.ts'
import { zoneOfOperator } from './settings.ts'

/** A card without its number: `numberMasked` shows the last four digits. */
export interface KnownCard {
  id: string
  bankId: string
  bankName: string
  typeCode: string | null
  holderName: string
  numberMasked: string
  phone: string
  boundAt: string
  status: BankCard['status']
}

/**
 * The cards a member has bound, oldest first, removed ones left out. Operators' days decide whether a fee is overdue.
 */
export async function cardsOf(db: Db, memberId: string, clock: Clock, cardId?: string): Promise<KnownCard[]> {
  const today = dayIn(await zoneOfOperator(db), clock.now())
  // Nobody pays anything to withdraw: an overdue fee is said, and stands in no withdrawal's way.
  const isFeeOverdue = sql<boolean>`exists (select from card_bill bill where bill.card_id = bank_card.id
    and bill.kind = 'annual fee'
    and bill.completed_at is null and bill.penalty_paused_at is null and bill.due_on < ${today}::date)`
  const rows = await db
    .selectFrom('bankCard')
    .innerJoin('bank', 'bank.id', 'bankCard.bankId')
    .select([
      'bankCard.id',
      'bankId',
      'bank.name as bankName',
      'typeCode',
      'holderName',
      'lastFour',
      'numberSealed',
      'phone',
      'boundAt',
      'disabledAt',
      isFeeOverdue.as('isFeeOverdue'),
    ])
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .$if(cardId !== undefined, (it) => it.where('bankCard.id', '=', cardId ?? ''))
    .orderBy('boundAt')
    .orderBy('bankCard.id')
    .execute()
  return rows.map(({ lastFour, numberSealed, disabledAt, isFeeOverdue, ...card }) => ({
    ...card,
    numberMasked: lastFour === null ? '••••' : `•••• ${lastFour}`,
    status: disabledAt !== null ? 'disabled' : numberSealed === null ? 'empty' : isFeeOverdue ? 'unactive' : 'active',
  }))
}

/** A card of the member's that money can be sent to now. Null: unknown, another's, removed, disabled or empty. */
export async function cardToWithdrawTo(
  db: Db,
  memberId: string,
  cardId: string,
  clock: Clock,
): Promise<KnownCard | null> {
  const [card] = await cardsOf(db, memberId, clock, cardId)
  return card && takesWithdrawals(card) ? card : null
}
