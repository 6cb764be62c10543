import { createHash } from 'node:crypto'
import type { Challenge, Payload } from 'altcha-lib'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { secretOf } from '../../db/secrets.ts'

const minutesValid = 10

/**
 * A proof-of-work challenge: some hundred key derivations, about a second on a cheap phone, with nothing to read or to
 * tick.
 */
export async function newChallenge(db: Db, clock: Clock): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    keyPrefix: '00',
    deriveKey,
    hmacSignatureSecret: await secretOf(db, 'captcha'),
    expiresAt: Math.floor(clock.now() / 1000) + minutesValid * 60,
  })
}

/** True once per solved challenge of this server: a solution can't be used again. */
export async function redeemSolution(db: Db, payload: string | undefined, clock: Clock): Promise<boolean> {
  const parsed = readPayload(payload)
  if (!parsed) return false
  if (!(await isSolved(parsed, await secretOf(db, 'captcha')))) return false
  const used = await db
    .insertInto('captchaUsed')
    .values({
      digest: createHash('sha256').update(parsed.challenge.parameters.nonce).digest('base64url'),
      expiresAt: instant(clock.now() + minutesValid * 60_000),
    })
    .onConflict((it) => it.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  return used !== undefined
}

// The library throws on parameters it can't use. They come from the caller, so that is a wrong answer and no error of
// ours.
async function isSolved({ challenge, solution }: Payload, hmacSignatureSecret: string): Promise<boolean> {
  try {
    return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified
  } catch {
    return false
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
