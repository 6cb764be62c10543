import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { instant, millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { secretOf } from '../../db/secrets.ts'
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
 * Redeems a code. A wrong guess is counted even though the call fails; after five the code is void. `isKept` only
 * looks at it.
 */
export async function redeemCode(
  db: Db,
  { phone, purpose, code, isKept = false }: { phone: string; purpose: string; code: string; isKept?: boolean },
  clock: Clock,
): Promise<void> {
  const row = await db
    .selectFrom('verificationCode')
    .select(['digest', 'expiresAt', 'attempts', 'usedAt'])
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.usedAt || row.expiresAt <= instant(clock) || row.attempts >= guessesPerCode)
    throw new DomainError('code_wrong')
  const here = db.updateTable('verificationCode').where('phone', '=', phone).where('purpose', '=', purpose)
  const given = Buffer.from(await digestOf(db, phone, purpose, code))
  if (!timingSafeEqual(given, Buffer.from(row.digest))) {
    await here.set({ attempts: row.attempts + 1 }).execute()
    throw new DomainError('code_wrong', {}, { keepEffect: true })
  }
  if (!isKept) await here.set({ usedAt: instant(clock) }).execute()
}

async function digestOf(db: Db, phone: string, purpose: string, code: string): Promise<string> {
  return createHmac('sha256', await secretOf(db, 'verification-code'))
    .update(`${phone} ${purpose} ${code}`)
    .digest('base64url')
}
