import { sql } from 'kysely'
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
import { currentPeriods, endingOf, periodsOf, type Period } from './periods.ts'
import { buttonOf } from './rules.ts'
import { digestOf, hasSameTerms, offerTo, shownTerms } from './terms.ts'

/**
 * A member's contract: its button state, the terms that can be signed, the newest submission with its numbers masked,
 * the approved one that pays the running week with the terms that were signed, and what an end of it would do.
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
  const periods = await approvedPeriods(db, memberId)
  const today = await todayOfOperator(db, clock)
  const [running, ...later] = currentPeriods(periods, today)
  const ending = endingOf(periods, today)
  return {
    button,
    version: newest?.version ?? 0,
    reason: button === 4 && rejection ? messageFor(rejection.code, language, rejection.params) : null,
    terms: shownTerms(shown, language),
    termsDigest: digestOf(shown),
    contract: newest ? masked(newest) : null,
    approved: running
      ? {
          ...shownPeriod(running, language),
          hasBegun: running.firstPaidOn !== null && running.firstPaidOn <= today,
          untilOn: running.untilOn,
          endedOn: running.approved.endedOn,
          hasEnded: running.approved.endedOn !== null && running.approved.endedOn < today,
          following: later.map((it) => shownPeriod(it, language)),
          hasOtherTerms: !hasSameTerms((later.at(-1) ?? running).approved.terms, shown),
        }
      : null,
    ending: ending && { day: ending.day, lastPaidOn: ending.lastPaidOn },
  }
}

function shownPeriod({ approved: { terms, reviewedAt }, firstPaidOn }: Period, language: Language) {
  return { terms: shownTerms(terms, language), reviewedAt, firstPaidOn }
}

/** The periods of a member's approved submissions, oldest first. */
export async function approvedPeriods(db: Db, memberId: string): Promise<Period[]> {
  return (await approvedPeriodsOf(db, [memberId])).get(memberId) ?? []
}

/** The same for several members, by their ids. */
export async function approvedPeriodsOf(db: Db, memberIds: readonly string[]): Promise<Map<string, Period[]>> {
  const zone = await zoneOfOperator(db)
  const rows = await db
    .selectFrom('contract')
    .select(['memberId', 'version', 'terms', 'submittedAt', 'reviewedAt', 'endedOn'])
    .where('memberId', '=', sql<string>`any(${memberIds}::uuid[])`)
    .where('state', '=', 'approved')
    .execute()
  const approved = rows.map((it) => ({ ...it, reviewedAt: it.reviewedAt ?? it.submittedAt }))
  return new Map([...Map.groupBy(approved, (it) => it.memberId)].map(([id, its]) => [id, periodsOf(its, zone)]))
}

/** The day now in the operator's zone. */
export async function todayOfOperator(db: Db, clock: Clock): Promise<string> {
  return dayIn(await zoneOfOperator(db), clock.now())
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
      endedBy: null,
      endedAt: null,
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
    .select(['memberId', 'version', 'keyId as oldKeyId'])
    .where('keyId', '!=', ring.currentId)
    .limit(limit)
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
      .where('keyId', '=', of.oldKeyId)
      .execute()
  }
  return rows.length
}

/** A member's newest submission. */
async function newestOf(db: Db, memberId: string) {
  return await db
    .selectFrom('contract')
    .selectAll()
    .where('memberId', '=', memberId)
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
