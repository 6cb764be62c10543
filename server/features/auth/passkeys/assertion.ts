import type { Assertion } from '#protocol/step-up.ts'
import type { Clock } from '../../../clock.ts'
import { instant } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { relyingParty } from './relying-party.ts'

export interface Expected {
  challenge: string
  /** Whose passkey it must be; null where the passkey tells who signs in. */
  memberId: string | null
  /** The same assertion was accepted before, for the same command: its counter has not gone on. */
  isRepeat?: boolean
}

/**
 * Verifies what a passkey has signed, with user verification, and gives its member. Throws `passkey_unknown` where it
 * signs in and there is none with its id, else `passkey_wrong`, whatever is wrong: who tries learns no more.
 */
export async function verifyAssertion(
  { db, config, clock }: { db: Db; config: Config; clock: Clock },
  { id, response }: Assertion,
  { challenge, memberId, isRepeat = false }: Expected,
): Promise<string> {
  const passkey = await db
    .selectFrom('passkey')
    .innerJoin('member', 'member.id', 'passkey.memberId')
    .select(['passkey.id', 'passkey.memberId', 'publicKey', 'counter'])
    .where('passkey.memberId', '=', (it) =>
      it.selectFrom('passkeyCredential').select('memberId').where('credentialId', '=', id),
    )
    .where('credentialId', '=', id)
    .where('member.deletedAt', 'is', null)
    .executeTakeFirst()
  // Ids are random: who names one that is there learns nothing by it, and a browser is told to forget the others.
  if (!passkey) throw new DomainError(memberId === null ? 'passkey_unknown' : 'passkey_wrong')
  if (memberId !== null && passkey.memberId !== memberId) throw new DomainError('passkey_wrong')
  const { userHandle } = response
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.memberId)) throw new DomainError('passkey_wrong')
  const counter = isRepeat ? Math.max(0, passkey.counter - 1) : passkey.counter
  const next = await newCounter({ id, response }, { ...passkey, counter }, challenge, config)
  await noteUse(db, { ...passkey, next }, clock)
  return passkey.memberId
}

/** The user's id at an authenticator. A UUID says nothing about the person. */
export function userHandleOf(memberId: string): string {
  return Buffer.from(memberId).toString('base64url')
}

async function newCounter(
  { id, response }: Assertion,
  { publicKey, counter }: { publicKey: string; counter: number },
  challenge: string,
  config: Config,
): Promise<number> {
  // Lazy, because a server that nobody uses passkeys with needn't load it.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const party = relyingParty(config)
  const { userHandle, ...rest } = response
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { ...rest, ...(userHandle !== undefined && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.expectedOrigin(response.clientDataJSON),
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!result?.verified) throw new DomainError('passkey_wrong')
  return result.authenticationInfo.newCounter
}

/** Of two copies of one passkey that are used at once, only the first is accepted. */
async function noteUse(
  db: Db,
  { memberId, id, counter, next }: { memberId: string; id: string; counter: number; next: number },
  clock: Clock,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: next, usedAt: instant(clock) })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError('passkey_wrong')
}
