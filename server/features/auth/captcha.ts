import { createHash } from 'node:crypto'
import type { Challenge, Payload } from 'altcha-lib'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { secretOf } from '../../db/secrets.ts'
import { DomainError } from '../../http/domain-error.ts'

const minutesValid = 10

/** Iterations of each derivation of an ordinary challenge. */
export const ordinaryCost = 1000

/**
 * A proof-of-work challenge: some hundred key derivations, about a second on a cheap phone at the ordinary cost, with
 * nothing to read or to tick.
 */
export async function newChallenge(db: Db, clock: Clock, cost = ordinaryCost): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    keyPrefix: '00',
    deriveKey,
    hmacSignatureSecret: await secretOf(db, 'captcha'),
    expiresAt: Math.floor(clock.now() / 1000) + minutesValid * 60,
  })
}

/**
 * Takes the solution of a challenge, once. Throws `captcha_wrong` where there is none or it solves nothing, and
 * `captcha_unknown` where this server never gave out the challenge, its time is over, it was used before, or it is
 * easier than `leastCost`: challenges that were hoarded while they were cheap are of no use.
 */
export async function redeemSolution(
  db: Db,
  payload: string | undefined,
  clock: Clock,
  leastCost = ordinaryCost,
): Promise<void> {
  const parsed = readPayload(payload)
  if (!parsed) throw new DomainError('captcha_wrong')
  if (!(parsed.challenge.parameters.cost >= leastCost)) throw new DomainError('captcha_unknown')
  const verdict = await verdictOf(parsed, await secretOf(db, 'captcha'))
  if (verdict !== 'solved') throw new DomainError(verdict)
  const used = await db
    .insertInto('captchaUsed')
    .values({
      digest: createHash('sha256').update(parsed.challenge.parameters.nonce).digest('base64url'),
      expiresAt: instant(clock.now() + minutesValid * 60_000),
    })
    .onConflict((it) => it.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  if (!used) throw new DomainError('captcha_unknown')
}

// The library throws on parameters it can't use. They come from the caller, so that is a wrong answer and no error of
// ours.
async function verdictOf(
  { challenge, solution }: Payload,
  hmacSignatureSecret: string,
): Promise<'solved' | 'captcha_wrong' | 'captcha_unknown'> {
  try {
    const { verified, expired, invalidSignature } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret,
    })
    if (verified) return 'solved'
    return expired || invalidSignature ? 'captcha_unknown' : 'captcha_wrong'
  } catch {
    return 'captcha_wrong'
  }
}

function readPayload(payload: string | undefined): Payload | null {
  try {
    const parsed = JSON.parse(Buffer.from(payload ?? '', 'base64').toString('utf8')) as Partial<Payload> | null
    return parsed?.challenge?.parameters?.nonce && parsed.solution ? (parsed as Payload) : null
  } catch {
    return null
  }
}
