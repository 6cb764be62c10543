import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'

const minutesValid = 5
export const timeoutMs = minutesValid * 60_000

/** A challenge counts for one purpose and, but at sign-in, one member. */
export interface ChallengeUse {
  purpose: 'add' | 'sign-in' | 'step-up'
  memberId: string | null
}

export async function makeChallenge(db: Db, use: ChallengeUse, clock: Clock): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db
    .insertInto('passkeyChallenge')
    .values({ challenge, ...use, usedBy: null, expiresAt: instant(clock.now() + timeoutMs) })
    .execute()
  return challenge
}

/** Uses a challenge up. Throws `passkey_wrong` where it isn't one of ours, was used before or has expired. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  { purpose, memberId }: ChallengeUse,
  clock: Clock,
): Promise<void> {
  const taken = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('memberId', memberId === null ? 'is' : '=', memberId)
    .where('expiresAt', '>', instant(clock))
    .returning('challenge')
    .executeTakeFirst()
  if (!taken) throw new DomainError('passkey_wrong')
}

export async function forgetChallenge(db: Db, challenge: string): Promise<void> {
  await db.deleteFrom('passkeyChallenge').where('challenge', '=', challenge).execute()
}

/**
 * Gives a step-up's challenge to the command of this key for good. Tells whether the command has it already. Throws
 * `passkey_wrong` where another one has it, or it has expired.
 */
export async function bindChallenge(
  db: Db,
  { challenge, memberId, key }: { challenge: string; memberId: string; key: string },
  clock: Clock,
): Promise<{ isRepeat: boolean }> {
  const here = db
    .updateTable('passkeyChallenge')
    .set({ usedBy: key })
    .where('challenge', '=', challenge)
    .where('purpose', '=', 'step-up')
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', instant(clock))
    .returning('challenge')
  if (await here.where('usedBy', 'is', null).executeTakeFirst()) return { isRepeat: false }
  if (await here.where('usedBy', '=', key).executeTakeFirst()) return { isRepeat: true }
  throw new DomainError('passkey_wrong')
}
