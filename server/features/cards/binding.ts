import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import type { addBindCard, CardSecret } from '#protocol/cards.ts'
import type { Args } from '#protocol/call.ts'
import { isCardNumber, isCvv, isExpired, kindOfNumber, plainNumber } from '#protocol/card-rules.ts'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Keyring } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import { waiveUnpaidFees } from '../../db/waived-fees.ts'
import { isSqlError } from '../../db/connection.ts'
import { DomainError } from '../../http/domain-error.ts'
import { raiseAnnualFees } from './annual-fees.ts'
import { placeOfNumber } from './numbers.ts'
import { mostCards } from './rules.ts'

interface Binding extends Omit<Args<typeof addBindCard>, 'secret'> {
  memberId: string
  secret: v.InferOutput<typeof CardSecret>
}

/**
 * Binds a card and answers its id. The CVV is looked at here and nowhere kept; the number is kept encrypted. Throws a
 * DomainError for a card that is past, for a number that can't be, or that the member has bound, and price_changed
 * where the card costs another annual fee than the member was shown.
 */
export async function bindCard(db: Db, ring: Keyring, binding: Binding, clock: Clock): Promise<string> {
  const { memberId, secret, expectedFee } = binding
  // Cards are counted and compared, so one device at a time may bind one.
  await lockMember(db, memberId)
  const number = plainNumber(secret.number)
  if (isExpired(secret.expiry, clock.now())) throw new DomainError('card_expired')
  const type = await typeOf(db, binding, number)
  await rejectKnown(db, ring, memberId, number)
  if (expectedFee !== undefined && expectedFee !== (type?.annualFee ?? 0)) throw new DomainError('price_changed')
  const id = randomUUID()
  const { ciphertext, keyId } = ring.encrypt(number, placeOfNumber({ id, memberId }))
  try {
    await db
      .insertInto('bankCard')
      .values({
        id,
        memberId,
        bankId: binding.bankId,
        typeCode: type?.code ?? null,
        holderName: binding.holderName,
        phone: binding.phone,
        numberSealed: ciphertext,
        numberDigest: ring.digest(`${memberId} ${number}`),
        lastFour: number.slice(-4),
        keyId,
        boundAt: instant(clock),
        disabledAt: null,
        removedAt: null,
      })
      .execute()
  } catch (cause) {
    throw isSqlError(cause, '23505') ? new DomainError('card_known') : cause
  }
  await raiseAnnualFees(db, clock, { memberId, id, wasShown: expectedFee !== undefined })
  return id
}

/**
 * Takes a card off the member's list, with an annual fee of which nothing was paid. Its row stays for the withdrawals
 * under way. Throws a DomainError while another bill is open.
 */
export async function unbindCard(
  db: Db,
  { memberId, cardId }: { memberId: string; cardId: string },
  clock: Clock,
): Promise<void> {
  const card = await db
    .selectFrom('bankCard')
    .select('id')
    .where('id', '=', cardId)
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!card) throw new DomainError('not_found')
  await waiveUnpaidFees(db, { memberId, cardId }, clock)
  const open = await db
    .selectFrom('cardBill')
    .select('id')
    .where('memberId', '=', memberId)
    .where('cardId', '=', cardId)
    .where('completedAt', 'is', null)
    .executeTakeFirst()
  if (open) throw new DomainError('card_bill_open')
  await db
    .updateTable('bankCard')
    .set({ removedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', cardId)
    .execute()
}

/** The card type of a number, which must be the chosen one if one was chosen. */
async function typeOf(
  db: Db,
  { bankId, typeCode, secret }: Binding,
  number: string,
): Promise<{ code: string; annualFee: number } | null> {
  const bank = await db.selectFrom('bank').select('digits').where('id', '=', bankId).executeTakeFirst()
  if (!bank) throw new DomainError('add_failed')
  // Locked until the commit: the fee that was compared is the fee that is billed.
  const types = await db
    .selectFrom('cardType')
    .select(['code', 'prefixes', 'lengths', 'cvvDigits', 'annualFee'])
    .forShare()
    .execute()
  const kind = kindOfNumber(number, types)
  const isRight =
    isCardNumber(number, kind, bank.digits) && isCvv(secret.cvv, kind) && (typeCode === null || typeCode === kind?.code)
  if (!isRight) throw new DomainError('card_number_wrong')
  return kind ?? null
}

async function rejectKnown(db: Db, ring: Keyring, memberId: string, number: string): Promise<void> {
  const bound = await db
    .selectFrom('bankCard')
    .select(['numberDigest'])
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .execute()
  if (bound.length >= mostCards) throw new DomainError('card_limit_reached', { limit: mostCards })
  // Compared under every key of the ring: a number that was bound before a key rotation must be found.
  const digests = ring.digests(`${memberId} ${number}`)
  if (bound.some((it) => it.numberDigest !== null && digests.includes(it.numberDigest)))
    throw new DomainError('card_known')
}
