import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'

/** How long the number of a removed card is kept: what arrived on it may still be in dispute. */
const keptDays = 90

/** The place that a number's ciphertext is bound to: copied to another row, it can't be decrypted. */
export function placeOfNumber({ id, memberId }: { id: string; memberId: string }): string {
  return `bank_card/${memberId}/${id}`
}

/**
 * The whole number, for the operator who sends money to it; null where it was taken out. Throws when the ring lacks its
 * key.
 */
export async function revealNumber(
  db: Db,
  ring: Keyring,
  of: { memberId: string; id: string },
): Promise<string | null> {
  const card = await db
    .selectFrom('bankCard')
    .select(['id', 'memberId', 'numberSealed', 'keyId'])
    .where('memberId', '=', of.memberId)
    .where('id', '=', of.id)
    .executeTakeFirst()
  return card?.numberSealed
    ? ring.decrypt({ ciphertext: card.numberSealed, keyId: card.keyId }, placeOfNumber(card))
    : null
}

/** Encrypts up to `limit` numbers again that lie under an older key of the ring, and answers how many they were. */
export async function reencryptNumbers(db: Db, ring: Keyring, limit: number): Promise<number> {
  const cards = await db
    .selectFrom('bankCard')
    .select(['id', 'memberId', 'numberSealed', 'keyId'])
    .where('keyId', '!=', ring.currentId)
    .where('numberSealed', 'is not', null)
    .limit(limit)
    .execute()
  for (const card of cards) {
    const number = ring.decrypt({ ciphertext: card.numberSealed ?? '', keyId: card.keyId }, placeOfNumber(card))
    const { ciphertext, keyId } = ring.encrypt(number, placeOfNumber(card))
    await db
      .updateTable('bankCard')
      .set({ numberSealed: ciphertext, keyId, numberDigest: ring.digest(`${card.memberId} ${number}`) })
      .where('memberId', '=', card.memberId)
      .where('id', '=', card.id)
      // A number that was deleted meanwhile, with a card or an account, must not come back.
      .where('keyId', '=', card.keyId)
      .where('numberSealed', 'is not', null)
      .execute()
  }
  return cards.length
}

/** Deletes the numbers of cards that were removed long ago, but none that a withdrawal is still to be paid to. */
export async function forgetNumbers(db: Db, clock: Clock): Promise<void> {
  await db
    .updateTable('bankCard')
    .set({ numberSealed: null, numberDigest: null })
    .where('removedAt', '<', instant(clock.now() - keptDays * 86_400_000))
    .where('numberSealed', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawal')
            .select('withdrawal.id')
            .whereRef('withdrawal.memberId', '=', 'bankCard.memberId')
            .whereRef('cardId', '=', 'bankCard.id')
            .where('state', 'in', ['requested', 'approved', 'sent']),
        ),
      ),
    )
    .execute()
}
