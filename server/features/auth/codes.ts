import { createHmac, randomInt } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant, millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { secretOf } from '../../db/secrets.ts'
import { noteSecurity } from '../../db/security-events.ts'
import type { Context } from '../../http/handler.ts'
import { countBefore } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Log } from '../../log.ts'
import { spendCode } from './code-budget.ts'

/** Seconds until another code may be asked for. */
export const countdownSeconds = 60
export const minutesValid = 10
const guessesPerCode = 5
/** For the member whose phone it is, and for each address of others. */
const codesPerDay = 10
/** From all addresses together: who knows a number must not have it rung all day. */
const codesPerPhoneAndDay = 20
const codesPerAddressAndDay = 50
const day = 86_400_000

/** Who asks for a code to which phone; `ownerId` is the signed-in member whose phone it is. */
export interface CodeRequest {
  phone: string
  purpose: string
  address: string
  device?: string | undefined
  ownerId?: string | undefined
}

export interface IssuedCode {
  code: string
  resendAfter: string
  expiresAt: string
}

/**
 * Issues a code for a phone and a purpose; the one that its device asked for before is void. Throws
 * `wait_for_countdown` within a minute of that one, `attempts_exhausted` above the daily number, and `codes_paused`
 * where all codes are sent. Call it in a transaction, which undoes the code where a budget is used up.
 */
export async function issueCode(
  db: Db,
  { phone, purpose, address, device = '', ownerId }: CodeRequest,
  { clock, log }: { clock: Clock; log: Log },
): Promise<IssuedCode> {
  const now = clock.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    digest: await digestOf(db, { phone, purpose, code }),
    sentAt: instant(now),
    expiresAt: instant(now + minutesValid * 60_000),
    attempts: 0,
    usedAt: null,
    device,
  }
  const written = await db
    .insertInto('verificationCode')
    .values({ phone, purpose, ...row })
    .onConflict((it) =>
      it
        .columns(['phone', 'purpose', 'device'])
        .doUpdateSet(row)
        // In the statement that writes: of requests at once all but the first wait here, and then see its code.
        .where('verificationCode.sentAt', '<=', instant(now - countdownSeconds * 1000)),
    )
    .returning('sentAt')
    .executeTakeFirst()
  if (!written) {
    const seconds = await secondsLeft(db, { phone, purpose, device }, now)
    throw new DomainError('wait_for_countdown', { seconds }, { retryAfter: seconds })
  }
  // Nobody else uses up what its owner may ask for.
  if (ownerId !== undefined) await countBefore(db, `code-of:${ownerId}`, { most: codesPerDay, ms: day }, clock)
  else {
    await countBefore(db, `code:${phone}:${address}`, { most: codesPerDay, ms: day }, clock)
    await countBefore(db, `code:${phone}`, { most: codesPerPhoneAndDay, ms: day }, clock)
  }
  await countBefore(db, `code-from:${address}`, { most: codesPerAddressAndDay, ms: day }, clock)
  await spendCode(db, phone, { clock, log })
  return { code, resendAfter: instant(now + countdownSeconds * 1000), expiresAt: row.expiresAt }
}

/** Seconds until another code may be asked for, at least one. */
async function secondsLeft(
  db: Db,
  of: Pick<Proof, 'phone' | 'purpose'> & { device: string },
  now: number,
): Promise<number> {
  const last = await db
    .selectFrom('verificationCode')
    .select('sentAt')
    .where('phone', '=', of.phone)
    .where('purpose', '=', of.purpose)
    .where('device', '=', of.device)
    .executeTakeFirst()
  const waitMs = last ? millisOf(last.sentAt) + countdownSeconds * 1000 - now : 0
  return Math.max(1, Math.ceil(waitMs / 1000))
}

type Caller = Pick<Context, 'db' | 'clock' | 'callerId' | 'device' | 'agent'>

/** A code that somebody gives, for the phone and the purpose that it was sent for. */
interface Proof {
  phone: string
  purpose: string
  code: string
}

/**
 * Whether a code would be redeemed now: it is good on the device that asked for it alone, so that a code which a member
 * is talked into telling is of no use to who asked them, and nobody else uses up its guesses. A wrong one is counted as
 * a guess, and logged for `call`; five void the code. A call that does more for a right code, such as hashing a
 * password, or that may fail before it redeems, tries the code before its transaction (`prepare`): the guess then
 * counts whatever becomes of the call.
 */
export async function tryCode(context: Caller, call: string, proof: Proof): Promise<boolean> {
  const { db, clock } = context
  const digest = await digestOf(db, proof)
  // One statement compares and counts, so that of guesses at once no sixth is compared.
  const guess = await db
    .updateTable('verificationCode')
    .set((eb) => ({
      attempts: eb
        .case()
        .when('digest', '=', digest)
        .then(eb.ref('attempts'))
        .else(eb('attempts', '+', 1))
        .end(),
    }))
    .where('phone', '=', proof.phone)
    .where('purpose', '=', proof.purpose)
    .where('device', '=', context.device ?? '')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instant(clock))
    .where('attempts', '<', guessesPerCode)
    .returning((eb) => eb('digest', '=', digest).as('isRight'))
    .executeTakeFirst()
  if (guess?.isRight === false) await noteWrong(context, call, proof.phone)
  return guess?.isRight === true
}

async function noteWrong(context: Caller, call: string, phone: string): Promise<void> {
  const { db, clock } = context
  const owner = await db.selectFrom('memberPhone').select('memberId').where('phone', '=', phone).executeTakeFirst()
  const memberId = owner?.memberId ?? context.callerId
  await noteSecurity(db, { ...context, kind: 'code_failed', memberId, factor: 'code', call }, clock)
}

/** A password that was hashed because `tryCode` said yes. Throws `code_wrong` where it said no. */
export async function hashedBefore(
  context: Caller,
  of: { phone?: string; purpose: string },
  hash: string | undefined,
): Promise<string> {
  if (hash === undefined) throw await wrongCode(context, of)
  return hash
}

/** `elsewhere` where another device has asked: an installed app and the browser are two, and the code is asked anew. */
async function wrongCode(
  { db, clock, device = '' }: Caller,
  { phone = '', purpose }: { phone?: string; purpose: string },
  how?: { keepEffect: true },
): Promise<DomainError> {
  const others = await db
    .selectFrom('verificationCode')
    .select('sentAt')
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('device', '!=', device)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instant(clock))
    .executeTakeFirst()
  return new DomainError('code_wrong', others ? { elsewhere: 1 } : {}, how)
}

/**
 * Redeems a code for `call`, once. Throws `code_wrong`; the guess is counted, and logged, even though the call fails.
 * `isKept` only looks at it.
 */
export async function redeemCode(
  context: Caller,
  call: string,
  { isKept = false, ...proof }: Proof & { isKept?: boolean },
): Promise<void> {
  const { db, clock } = context
  if (!(await tryCode(context, call, proof))) throw await wrongCode(context, proof, { keepEffect: true })
  if (isKept) return
  await db
    .updateTable('verificationCode')
    .set({ usedAt: instant(clock) })
    .where('phone', '=', proof.phone)
    .where('purpose', '=', proof.purpose)
    .execute()
}

/** Under a secret of the server: how long comparing two of them takes tells nothing about the code. */
async function digestOf(db: Db, { phone, purpose, code }: Proof): Promise<string> {
  return createHmac('sha256', await secretOf(db, 'verification-code'))
    .update(`${phone} ${purpose} ${code}`)
    .digest('base64url')
}
