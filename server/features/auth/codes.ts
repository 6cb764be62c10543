import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant, millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { secretOf } from '../../db/secrets.ts'
import { noteSecurity } from '../../db/security-events.ts'
import type { Context } from '../../http/handler.ts'
import { countAttempt, rejectExhausted } from '../../http/limits.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Log } from '../../log.ts'
import { spendCode } from './code-budget.ts'

/** Seconds until another code may be asked for. */
export const countdownSeconds = 60
export const minutesValid = 10
const guessesPerCode = 5
const codesPerDay = 10
const codesPerAddressAndDay = 50
const day = 86_400_000

export interface IssuedCode {
  code: string
  resendAfter: string
  expiresAt: string
}

/**
 * Issues a code for a phone and a purpose; the one before it is void. Throws `wait_for_countdown` within a minute of
 * the last one, `attempts_exhausted` above the daily number, and `codes_paused` where all codes are sent.
 */
export async function issueCode(
  db: Db,
  { phone, purpose, address }: { phone: string; purpose: string; address: string },
  { clock, log }: { clock: Clock; log: Log },
): Promise<IssuedCode> {
  const now = clock.now()
  const last = await db
    .selectFrom('verificationCode')
    .select('sentAt')
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  const waitMs = last ? millisOf(last.sentAt) + countdownSeconds * 1000 - now : 0
  if (waitMs > 0) throw new DomainError('wait_for_countdown', { seconds: Math.ceil(waitMs / 1000) })
  await rejectExhausted(db, `code:${phone}`, codesPerDay, clock)
  await rejectExhausted(db, `code-from:${address}`, codesPerAddressAndDay, clock)
  await countAttempt(db, `code:${phone}`, day, clock)
  await countAttempt(db, `code-from:${address}`, day, clock)
  await spendCode(db, phone, { clock, log })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    digest: await digestOf(db, phone, purpose, code),
    sentAt: instant(now),
    expiresAt: instant(now + minutesValid * 60_000),
    attempts: 0,
    usedAt: null,
  }
  await db
    .insertInto('verificationCode')
    .values({ phone, purpose, ...row })
    .onConflict((it) => it.columns(['phone', 'purpose']).doUpdateSet(row))
    .execute()
  return { code, resendAfter: instant(now + countdownSeconds * 1000), expiresAt: row.expiresAt }
}

/**
 * Whether a code would be redeemed now. Counts no guess: the answer decides only whether to hash a new password before
 * the transaction, in which `redeemCode` has the last word.
 */
export async function isCodeRight(
  db: Db,
  { phone, purpose, code }: { phone: string; purpose: string; code: string },
  clock: Clock,
): Promise<boolean> {
  const row = await codeOf(db, phone, purpose).executeTakeFirst()
  return isOpen(row, clock) && (await isMade(db, row, { phone, purpose, code }))
}

/** A password that was hashed because `isCodeRight`. Where it wasn't and is now, the command comes again. */
export function hashedBefore(hash: string | undefined): string {
  if (hash === undefined) throw new DomainError('in_progress', {}, { retryAfter: 1 })
  return hash
}

/**
 * Redeems a code for `call`. A wrong guess is counted, and logged, even though the call fails; after five the code is
 * void. `isKept` only looks at it.
 */
export async function redeemCode(
  context: Pick<Context, 'db' | 'clock' | 'callerId' | 'device' | 'agent'>,
  call: string,
  { phone, purpose, code, isKept = false }: { phone: string; purpose: string; code: string; isKept?: boolean },
): Promise<void> {
  const { db, clock } = context
  const row = await codeOf(db, phone, purpose).forUpdate().executeTakeFirst()
  if (!isOpen(row, clock)) throw new DomainError('code_wrong')
  const here = db.updateTable('verificationCode').where('phone', '=', phone).where('purpose', '=', purpose)
  if (!(await isMade(db, row, { phone, purpose, code }))) {
    await here.set({ attempts: row.attempts + 1 }).execute()
    const owner = await db.selectFrom('member').select('id').where('phone', '=', phone).executeTakeFirst()
    const memberId = owner?.id ?? context.callerId
    await noteSecurity(db, { ...context, kind: 'code_failed', memberId, factor: 'code', call }, clock)
    throw new DomainError('code_wrong', {}, { keepEffect: true })
  }
  if (!isKept) await here.set({ usedAt: instant(clock) }).execute()
}

interface CodeRow {
  digest: string
  expiresAt: string
  attempts: number
  usedAt: string | null
}

function codeOf(db: Db, phone: string, purpose: string) {
  return db
    .selectFrom('verificationCode')
    .select(['digest', 'expiresAt', 'attempts', 'usedAt'])
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
}

function isOpen(row: CodeRow | undefined, clock: Clock): row is CodeRow {
  return row !== undefined && !row.usedAt && row.expiresAt > instant(clock) && row.attempts < guessesPerCode
}

async function isMade(
  db: Db,
  { digest }: CodeRow,
  { phone, purpose, code }: { phone: string; purpose: string; code: string },
): Promise<boolean> {
  return timingSafeEqual(Buffer.from(await digestOf(db, phone, purpose, code)), Buffer.from(digest))
}

async function digestOf(db: Db, phone: string, purpose: string, code: string): Promise<string> {
  return createHmac('sha256', await secretOf(db, 'verification-code'))
    .update(`${phone} ${purpose} ${code}`)
    .digest('base64url')
}
