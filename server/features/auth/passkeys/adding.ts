import { randomUUID } from 'node:crypto'
import type { Args } from '#protocol/call.ts'
import { passkeyAdd, passkeyOptions } from '#protocol/passkeys.ts'
import { instant } from '../../../clock.ts'
import { lockMember } from '../../../db/lock-member.ts'
import { insertPasskey } from '../../../db/passkeys.ts'
import type { Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'
import type { Context } from '../../../http/handler.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { tellChange } from '../../../notices/security.ts'
import { checkLoginPassword } from '../login-password.ts'
import { maskPhone } from '../rules.ts'
import { transactionHashOf } from '../transaction-password.ts'
import { userHandleOf } from './assertion.ts'
import { makeChallenge, takeChallenge, timeoutMs } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

const mostOfMember = 20
/** EdDSA, ES256 and RS256, as every authenticator has one of. */
const algorithms = [-8, -7, -257]

/** The challenge is given to who knows the login password only: adding rests on it and on the call's proof. */
export const optionsToAdd = handle(passkeyOptions, async (context, { password, proves }) => {
  const { db, clock, config } = context
  const memberId = memberOf(context)
  if (!proves && (await transactionHashOf(context)) !== null) throw new DomainError('update_required')
  const { phone } = await checkLoginPassword(context, passkeyOptions.path, password)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { id: rpID, name: rpName } = relyingParty(config)
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: maskPhone(phone),
    userID: new Uint8Array(Buffer.from(userHandleOf(memberId), 'base64url')),
    challenge: new Uint8Array(Buffer.from(await makeChallenge(db, { purpose: 'add', memberId }, clock), 'base64url')),
    timeout: timeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: (await credentialIds(db, memberId)).map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options }
})

export const addPasskey = handle(passkeyAdd, async (context, { name, credential }) => {
  const { db, clock } = context
  const memberId = memberOf(context)
  await lockMember(db, memberId)
  if ((await credentialIds(db, memberId)).length >= mostOfMember)
    throw new DomainError('passkey_limit_reached', { limit: mostOfMember })
  const { id: credentialId, publicKey, counter } = await verified(context, memberId, credential)
  const isAdded = await insertPasskey(db, {
    id: randomUUID(),
    memberId,
    credentialId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(credential.response.transports),
    name,
    addedAt: instant(clock),
    usedAt: null,
  })
  if (!isAdded) throw new DomainError('passkey_wrong')
  await tellChange(context, db, memberId, 'passkey_added', 'password')
  return {}
})

export async function credentialIds(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('passkey')
    .select('credentialId')
    .where('memberId', '=', memberId)
    .orderBy('addedAt', 'desc')
    .execute()
  return rows.map((it) => it.credentialId)
}

async function verified(
  { db, clock, config }: Context,
  memberId: string,
  { id, response }: Args<typeof passkeyAdd>['credential'],
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const party = relyingParty(config)
  const result = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: async (challenge) => {
      await takeChallenge(db, challenge, { purpose: 'add', memberId }, clock)
      return true
    },
    expectedOrigin: party.expectedOrigin(response.clientDataJSON),
    expectedRPID: party.id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!result?.verified) throw new DomainError('passkey_wrong')
  return result.registrationInfo.credential
}
