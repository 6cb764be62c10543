import { sql } from 'kysely'
import { takesWithdrawals, type BankCard } from '#protocol/cards.ts'
import type { Clock } from '../clock.ts'
import { dayIn } from '../clock.ts'
import type { Db } from './open.ts'
import { operatorZone, operatorZoneIn, settingValue } from './settings.ts'

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
  const rows = await rowsOf(db, memberId, cardId)
  return rows.map(({ lastFour, numberSealed, disabledAt, feeDueOn, zone, ...card }) => ({
    ...card,
    numberMasked: lastFour === null ? '••••' : `•••• ${lastFour}`,
    status:
      disabledAt !== null
        ? 'disabled'
        : numberSealed === null
          ? 'empty'
          : feeDueOn !== null && feeDueOn < dayIn(operatorZoneIn(zone), clock.now())
            ? 'unactive'
            : 'active',
  }))
}

async function rowsOf(db: Db, memberId: string, cardId: string | undefined) {
  // Nobody pays anything to withdraw: an overdue fee is said, and stands in no withdrawal's way.
  const feeDueOn = sql<string | null>`(select min(bill.due_on) from card_bill bill
    where bill.member_id = bank_card.member_id and bill.card_id = bank_card.id
    and bill.kind = 'annual fee' and bill.completed_at is null)`
  return await db
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
      feeDueOn.as('feeDueOn'),
      settingValue(operatorZone).as('zone'),
    ])
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .$if(cardId !== undefined, (it) => it.where('bankCard.id', '=', cardId ?? ''))
    .orderBy('boundAt')
    .orderBy('bankCard.id')
    .execute()
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
