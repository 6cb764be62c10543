import type * as v from 'valibot'
import type { Answer, Args } from '#protocol/call.ts'
import type { Contract, ContractSecret, contractInfo, contractSubmit } from '#protocol/contracts.ts'
import type { Clock } from '../../clock.ts'
import { dayIn, instant } from '../../clock.ts'
import { lockMember } from '../../db/lock-member.ts'
import type { Keyring } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import { zoneOfOperator } from '../../db/settings.ts'
import { messageFor } from '../../http/messages.ts'
import type { Language } from '#protocol/languages.ts'
import { DomainError } from '../../http/domain-error.ts'
import { maskPhone } from '../auth/rules.ts'
import { buttonOf } from './rules.ts'
import { digestOf, hasSameTerms, offerTo, shownTerms } from './terms.ts'

/**
 * A member's contract: its button state, the terms that can be signed, the newest submission with its numbers masked,
 * and the approved one with the terms that were signed.
 */
export async function contractState(
  db: Db,
  { memberId, language }: { memberId: string; language: Language },
  clock: Clock,
): Promise<Answer<typeof contractInfo>> {
  const { terms, rejection } = await offerTo(db, memberId, clock)
  const newest = await newestOf(db, memberId)
  const button = buttonOf(newest?.state ?? null, rejection === null)
  // During the review the signed terms are shown, otherwise those on offer.
  const shown = newest?.state === 'submitted' ? newest.terms : terms
  const approved = await newestOf(db, memberId, 'approved')
  const today = dayIn(await zoneOfOperator(db), clock.now())
  return {
    button,
    version: newest?.version ?? 0,
    reason: button === 4 && rejection ? messageFor(rejection.code, language, rejection.params) : null,
    terms: shownTerms(shown, language),
    termsDigest: digestOf(shown),
    contract: newest ? masked(newest) : null,
    approved: approved
      ? {
          terms: shownTerms(approved.terms, language),
          reviewedAt: approved.reviewedAt ?? approved.submittedAt,
          endedOn: approved.endedOn,
          hasEnded: approved.endedOn !== null && approved.endedOn < today,
          hasOtherTerms: !hasSameTerms(approved.terms, shown),
        }
      : null,
  }
}

interface Submission extends Omit<Args<typeof contractSubmit>, 'secret' | 'agreed' | 'agreedTexts'> {
  memberId: string
  secret: v.InferOutput<typeof ContractSecret>
}

/**
 * Signs the contract, or an update of it. Throws a DomainError where it was changed elsewhere, is being reviewed, or is
 * not on offer, or on other terms than were shown.
 */
export async function submitContract(db: Db, ring: Keyring, submission: Submission, clock: Clock): Promise<void> {
  const { memberId, secret } = submission
  await lockMember(db, memberId)
  const newest = await newestOf(db, memberId)
  if ((newest?.version ?? 0) !== submission.basedOn) throw new DomainError('changed_meanwhile')
  if (newest?.state === 'submitted') throw new DomainError('contract_in_review')
  const { terms, rejection } = await offerTo(db, memberId, clock)
  if (rejection) throw new DomainError(rejection.code, rejection.params)
  if (submission.termsDigest !== undefined && submission.termsDigest !== digestOf(terms))
    throw new DomainError('changed_meanwhile')
  const version = submission.basedOn + 1
  const [idNumber, cardNumber] = [secret.idNumber, secret.cardNumber.replaceAll(/[\s-]/g, '')]
  const { ciphertext: idNumberSealed, keyId } = ring.encrypt(idNumber, placeOf({ memberId, version }, 'id number'))
  await db
    .insertInto('contract')
    .values({
      memberId,
      version,
      name: submission.name,
      phone: submission.phone,
      education: submission.education,
      bankName: submission.bankName,
      accountName: submission.accountName,
      idNumberSealed,
      idNumberTail: tailOf(idNumber),
      cardNumberSealed: ring.encrypt(cardNumber, placeOf({ memberId, version }, 'card number')).ciphertext,
      cardNumberTail: tailOf(cardNumber),
      keyId,
      signature: JSON.stringify(submission.signature),
      terms: JSON.stringify(terms),
      submittedAt: instant(clock),
      reviewedAt: null,
      remark: null,
      endedOn: null,
    })
    .execute()
}

/** The numbers of a submission in clear, for the operator's review. Throws when the ring lacks their key. */
export async function revealContract(
  db: Db,
  ring: Keyring,
  of: { memberId: string; version: number },
): Promise<{ idNumber: string; cardNumber: string } | null> {
  const row = await db
    .selectFrom('contract')
    .select(['idNumberSealed', 'cardNumberSealed', 'keyId'])
    .where('memberId', '=', of.memberId)
    .where('version', '=', of.version)
    .executeTakeFirst()
  return row
    ? {
        idNumber: ring.decrypt({ ciphertext: row.idNumberSealed, keyId: row.keyId }, placeOf(of, 'id number')),
        cardNumber: ring.decrypt({ ciphertext: row.cardNumberSealed, keyId: row.keyId }, placeOf(of, 'card number')),
      }
    : null
}

/** Encrypts up to `limit` submissions again that lie under an older key of the ring, and answers how many they were. */
export async function reencryptContracts(db: Db, ring: Keyring, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('contract')
    .select(['memberId', 'version'])
    .where('keyId', '!=', ring.currentId)
    .limit(limit)
    .forUpdate()
    .execute()
  for (const of of rows) {
    const clear = await revealContract(db, ring, of)
    if (!clear) continue
    const { ciphertext: idNumberSealed, keyId } = ring.encrypt(clear.idNumber, placeOf(of, 'id number'))
    await db
      .updateTable('contract')
      .set({
        idNumberSealed,
        cardNumberSealed: ring.encrypt(clear.cardNumber, placeOf(of, 'card number')).ciphertext,
        keyId,
      })
      .where('memberId', '=', of.memberId)
      .where('version', '=', of.version)
      .execute()
  }
  return rows.length
}

/** A member's newest submission; with `state`, the newest in it. */
export async function newestOf(db: Db, memberId: string, state?: 'approved') {
  return await db
    .selectFrom('contract')
    .selectAll()
    .where('memberId', '=', memberId)
    .$if(state !== undefined, (it) => it.where('state', '=', 'approved'))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function masked(row: NonNullable<Awaited<ReturnType<typeof newestOf>>>): Contract {
  const { name, education, bankName, accountName, signature, submittedAt, reviewedAt, remark } = row
  return {
    name,
    bankName,
    accountName,
    signature,
    submittedAt,
    reviewedAt,
    remark,
    education,
    idNumberMasked: `•••• ${row.idNumberTail}`,
    cardNumberMasked: `•••• ${row.cardNumberTail}`,
    phoneMasked: maskPhone(row.phone),
  }
}

/** The last four characters, fewer of a short one: never more than half of it. */
function tailOf(number: string): string {
  return number.slice(-Math.min(4, Math.floor(number.length / 2)))
}

function placeOf({ memberId, version }: { memberId: string; version: number }, what: string): string {
  return `contract/${memberId}/${version}/${what}`
}
