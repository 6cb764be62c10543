import { createHash, randomBytes } from 'node:crypto'
import { instant, millisOf, type Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { OperatorRole } from '../../db/operator-schema.ts'

const sessionMs = 8 * 3_600_000
const idleMs = 3_600_000
/** `used_at` is not written more often than this. */
const touchMs = 60_000

/** A new session. The database has only the token's digest. */
export interface NewSession {
  token: string
  endsAt: string
}

/** Who is behind a token, with the roles that the account has now. */
export interface SignedIn {
  account: string
  name: string
  roles: readonly OperatorRole[]
}

/** Starts a session of eight hours, which ends sooner where it isn't used for one. */
export async function startOperatorSession(db: Db, accountId: string, clock: Clock): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url')
  const [now, endsAt] = [instant(clock), instant(clock.now() + sessionMs)]
  await db
    .insertInto('operatorSession')
    .values({ digest: digestOf(token), accountId, createdAt: now, usedAt: now, endsAt })
    .execute()
  return { token, endsAt }
}

/** Who is behind a token; null where the session is unknown or has ended, or the account is disabled. */
export async function sessionBehind(db: Db, token: string, clock: Clock): Promise<SignedIn | null> {
  const digest = digestOf(token)
  const found = await db
    .selectFrom('operatorSession')
    .innerJoin('operatorAccount', 'operatorAccount.id', 'accountId')
    .select(['accountId as account', 'name', 'roles', 'usedAt'])
    .where('digest', '=', digest)
    .where('endsAt', '>', instant(clock))
    .where('usedAt', '>', instant(clock.now() - idleMs))
    .where('revokedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const { usedAt, ...who } = found
  if (clock.now() - millisOf(usedAt) > touchMs)
    await db
      .updateTable('operatorSession')
      .set({ usedAt: instant(clock) })
      .where('digest', '=', digest)
      .execute()
  return who
}

/** Ends the session of a token. Gives its account, or null where it has ended before. */
export async function endOperatorSession(db: Db, token: string, clock: Clock): Promise<string | null> {
  const ended = await db
    .updateTable('operatorSession')
    .set({ revokedAt: instant(clock) })
    .where('digest', '=', digestOf(token))
    .where('revokedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  return ended?.accountId ?? null
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
