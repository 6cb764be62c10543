import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import { instant, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { OperatorRole } from '../../db/operator-schema.ts'
import { DomainError } from '../../http/domain-error.ts'

const enrolmentMs = 3 * 86_400_000

/** An account as commands need it. `isEnrolled` once the person has set a password and a device. */
export interface Account {
  id: string
  name: string
  roles: OperatorRole[]
  isEnrolled: boolean
  enrolmentEndsAt: string | null
  createdAt: string
  disabledAt: string | null
}

/** What enrols a person once: only its digest is stored, so `code` is shown once. */
export interface Enrolment {
  code: string
  endsAt: string
}

/**
 * Locks the accounts until the transaction ends: shared by every command that changes something, alone by those that
 * change accounts. So whoever is disabled has either done an act before, or can't do it any more.
 */
export async function lockAccounts(db: Db, how: 'shared' | 'alone'): Promise<void> {
  await (how === 'alone'
    ? sql`select pg_advisory_xact_lock(hashtext('operator accounts'))`.execute(db)
    : sql`select pg_advisory_xact_lock_shared(hashtext('operator accounts'))`.execute(db))
}

/** Every account, by name. */
export async function accountsIn(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('operatorAccount').selectAll().orderBy('name').execute()
  return rows.map(({ passwordHash, ...row }) => ({ ...row, isEnrolled: passwordHash !== null }))
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('operatorAccount').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Administrators who can sign in. */
export async function administratorsIn(db: Db): Promise<Account[]> {
  return (await accountsIn(db)).filter(
    (it) => it.isEnrolled && it.disabledAt === null && it.roles.includes('administrator'),
  )
}

/** The account of a name, whatever its letters' case. Throws a DomainError where there is none. */
export async function accountNamed(db: Db, name: string): Promise<Account> {
  const found = (await accountsIn(db)).find((it) => it.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new DomainError('bad_request', { field: name, problem: 'is no account' })
  return found
}

/** Adds an account that its person has to enrol. Throws a DomainError where the name is taken. */
export async function addAccount(
  db: Db,
  { name, roles }: { name: string; roles: OperatorRole[] },
  clock: Clock,
): Promise<Enrolment & { id: string }> {
  const taken = (await accountsIn(db)).some((it) => it.name.toLowerCase() === name.toLowerCase())
  if (taken) throw new DomainError('bad_request', { field: name, problem: 'is an account already' })
  const id = randomUUID()
  await db
    .insertInto('operatorAccount')
    .values({ id, name, roles, createdAt: instant(clock) })
    .execute()
  return { id, ...(await newEnrolment(db, id, clock)) }
}

/** Takes password and device of an account away, ends its sessions, and gives a new enrolment. */
export async function resetAccount(db: Db, id: string, clock: Clock): Promise<Enrolment> {
  await db
    .updateTable('operatorAccount')
    .set({ passwordHash: null, totpCiphertext: null, keyId: null })
    .where('id', '=', id)
    .execute()
  await endSessions(db, id, clock)
  return await newEnrolment(db, id, clock)
}

/** Closes an account for good, and ends its sessions at once. */
export async function disableAccount(db: Db, id: string, clock: Clock): Promise<void> {
  await db
    .updateTable('operatorAccount')
    .set({ disabledAt: instant(clock), enrolmentDigest: null, enrolmentEndsAt: null })
    .where('id', '=', id)
    .execute()
  await endSessions(db, id, clock)
}

/** The digest of an enrolment code as a person types it: small letters, spaces and hyphens don't matter. */
export function digestOfEnrolment(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest('base64url')
}

async function newEnrolment(db: Db, id: string, clock: Clock): Promise<Enrolment> {
  const code = (base32nopad.encode(randomBytes(20)).match(/.{4}/g) ?? []).join('-')
  const endsAt = instant(clock.now() + enrolmentMs)
  await db
    .updateTable('operatorAccount')
    .set({ enrolmentDigest: digestOfEnrolment(code), enrolmentEndsAt: endsAt })
    .where('id', '=', id)
    .execute()
  return { code, endsAt }
}

async function endSessions(db: Db, accountId: string, clock: Clock): Promise<void> {
  await db
    .updateTable('operatorSession')
    .set({ revokedAt: instant(clock) })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute()
}
