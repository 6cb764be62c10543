import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { keyringOf } from '../../db/keyring.ts'
import type { Database, Db } from '../../db/open.ts'
import { noteSecurity } from '../../db/security-events.ts'
import { rejectWeak } from '../../features/auth/new-password.ts'
import { hashOfNobody, hashPassword, verifyPassword } from '../../features/auth/password.ts'
import { DomainError } from '../../http/domain-error.ts'
import { countBefore, forgetAttempts } from '../../http/limits.ts'
import { digestOfEnrolment, lockAccounts } from './accounts.ts'
import type { SecretsOf } from './secrets.ts'
import { startOperatorSession, type NewSession } from './sessions.ts'
import { acceptedStep } from './totp.ts'

interface Deps {
  database: Database
  clock: Clock
  config: Pick<Config, 'cardKeys' | 'dataDir'>
}

/** Wrong tries for one name. A right password makes guessing the code no quicker. */
const limits = [
  { window: 'quarter', most: 5, ms: 15 * 60_000 },
  { window: 'day', most: 30, ms: 86_400_000 },
] as const

/**
 * Signs in with password and code; both are needed, and neither answer says which one was wrong. Throws a DomainError,
 * after too many tries without looking at either. Not inside a transaction.
 */
export async function signInOperator(
  { database, clock, config }: Deps,
  name: string,
  { password, code }: SecretsOf<'sign-in'>,
): Promise<NewSession & { name: string; roles: readonly string[] }> {
  const db = database.kysely
  await countTry(db, `operator:${name.toLowerCase()}`, clock)
  const found = await accountOf(db, name)
  const isPassword = await verifyPassword(password, found?.passwordHash ?? hashOfNobody)
  const step = found && stepOf(found, code, { clock, config })
  const session =
    found && isPassword && step !== null
      ? await database.inTransaction(async (tx) => {
          await lockAccounts(tx, 'shared')
          // Of two with one code, or one with a reset at once, the second finds no row.
          const taken = await tx
            .updateTable('operatorAccount')
            .set({ totpStep: step ?? 0 })
            .where('id', '=', found.id)
            .where('totpStep', '<', step ?? 0)
            .where('passwordHash', '=', found.passwordHash)
            .where('disabledAt', 'is', null)
            .returning('id')
            .executeTakeFirst()
          if (!taken) return null
          await noteSecurity(
            tx,
            { kind: 'operator_signed_in', memberId: null, account: found.id, factor: 'totp' },
            clock,
          )
          return await startOperatorSession(tx, found.id, clock)
        })
      : null
  if (!found || !session) {
    const factor = isPassword ? 'totp' : 'password'
    await noteSecurity(db, { kind: 'operator_sign_in_failed', memberId: null, account: found?.id, factor }, clock)
    throw new DomainError('bad_request', { field: 'Name, password or code', problem: 'is not right' })
  }
  await forgetTries(db, `operator:${name.toLowerCase()}`)
  return { ...session, name: found.name, roles: found.roles }
}

/**
 * Sets password and device of an account by its enrolment code, once. Throws a DomainError where the code is unknown or
 * over, the password weak, or the device's code wrong. Not inside a transaction.
 */
export async function enrolOperator(
  { database, clock, config }: Deps,
  name: string,
  { enrolment, password, totpSecret, code }: SecretsOf<'enrolment'>,
): Promise<void> {
  const db = database.kysely
  const subject = `operator-enrolment:${name.toLowerCase()}`
  await countTry(db, subject, clock)
  const found = await accountOf(db, name)
  const digest = digestOfEnrolment(enrolment)
  const refused = async (field: string, problem: string): Promise<never> => {
    await noteSecurity(db, { kind: 'operator_enrolment_failed', memberId: null, account: found?.id }, clock)
    throw new DomainError('bad_request', { field, problem })
  }
  const isRight = found?.enrolmentDigest === digest && Date.parse(found.enrolmentEndsAt ?? '') > clock.now()
  if (!found || !isRight) return await refused('Name or enrolment code', 'is not right, or its time is over')
  await rejectWeak(password)
  const step = acceptedStep(base32nopad.decode(totpSecret), code, clock.now(), 0)
  if (step === null) return await refused('The code', 'is not the one that the device shows now')
  const passwordHash = await hashPassword(password)
  const { ciphertext, keyId } = keyringOf(config).encrypt(totpSecret, placeOf(found.id))
  const done = await database.inTransaction(async (tx) => {
    await lockAccounts(tx, 'shared')
    const row = await tx
      .updateTable('operatorAccount')
      .set({
        passwordHash,
        totpCiphertext: ciphertext,
        keyId,
        totpStep: step,
        enrolmentDigest: null,
        enrolmentEndsAt: null,
      })
      .where('enrolmentDigest', '=', digest)
      .where('id', '=', found.id)
      .returning('id')
      .executeTakeFirst()
    if (row)
      await noteSecurity(tx, { kind: 'operator_enrolled', memberId: null, account: found.id, factor: 'totp' }, clock)
    return row
  })
  if (!done) return await refused('Name or enrolment code', 'is not right, or its time is over')
  await forgetTries(db, subject)
  await forgetTries(db, `operator:${name.toLowerCase()}`)
}

/** Encrypts the secrets of devices again with the ring's current key, and gives how many were under an older one. */
export async function reencryptTotp(db: Db, config: Deps['config']): Promise<number> {
  const ring = keyringOf(config)
  const rows = await db
    .selectFrom('operatorAccount')
    .select(['id', 'totpCiphertext', 'keyId'])
    .where('keyId', '!=', ring.currentId)
    .execute()
  for (const { id, totpCiphertext, keyId } of rows) {
    const again = ring.encrypt(
      ring.decrypt({ ciphertext: totpCiphertext ?? '', keyId: keyId ?? '' }, placeOf(id)),
      placeOf(id),
    )
    await db
      .updateTable('operatorAccount')
      .set({ totpCiphertext: again.ciphertext, keyId: again.keyId })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function accountOf(db: Db, name: string) {
  return await db
    .selectFrom('operatorAccount')
    .selectAll()
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

function stepOf(
  account: { id: string; totpCiphertext: string | null; keyId: string | null; totpStep: number },
  code: string,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): number | null {
  const { id, totpCiphertext: ciphertext, keyId, totpStep } = account
  if (ciphertext === null || keyId === null) return null
  const secret = keyringOf(config).decrypt({ ciphertext, keyId }, placeOf(id))
  return acceptedStep(base32nopad.decode(secret), code, clock.now(), totpStep)
}

/** Counts a try before anything is looked at, so that many at once count too. */
async function countTry(db: Db, subject: string, clock: Clock): Promise<void> {
  for (const { window, most, ms } of limits) await countBefore(db, `${subject}:${window}`, { most, ms }, clock)
}

async function forgetTries(db: Db, subject: string): Promise<void> {
  await forgetAttempts(db, ...limits.map(({ window }) => `${subject}:${window}`))
}

function placeOf(id: string): string {
  return `operator_account/${id}`
}
