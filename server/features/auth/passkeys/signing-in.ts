import { passkeyChallenge, passkeySignIn } from '#protocol/passkeys.ts'
import { handle } from '../../../http/handler.ts'
import { rejectFrequent } from '../../../http/limits.ts'
import { noteSecurity } from '../../../db/security-events.ts'
import { beginSession } from '../begin-session.ts'
import { verifyAssertion } from './assertion.ts'
import { challengeIn } from './challenge-in.ts'
import { makeChallenge, takeChallenge, timeoutMs } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

/** For one address, which many people may share. */
const often = { most: 200, ms: 15 * 60_000 }

export const challengeToSignIn = handle(passkeyChallenge, async ({ db, clock, config, address }) => {
  await rejectFrequent(db, `passkey-challenge:${address}`, often, clock)
  const challenge = await makeChallenge(db, { purpose: 'sign-in', memberId: null }, clock)
  // Without a list of credentials: the browser offers those it has for this host.
  return {
    options: { challenge, rpId: relyingParty(config).id, timeout: timeoutMs, userVerification: 'required' },
  }
})

export const signInByPasskey = handle(passkeySignIn, async (context, { credential }) => {
  const { db, clock } = context
  await rejectFrequent(db, `passkey-sign-in:${context.address}`, often, clock)
  const challenge = challengeIn(credential)
  await takeChallenge(db, challenge, { purpose: 'sign-in', memberId: null }, clock)
  const expected = { challenge, memberId: null }
  const memberId = await verifyAssertion(context, credential, expected).catch(async (cause: unknown) => {
    await noteSecurity(db, { ...context, kind: 'passkey_failed', memberId: null, factor: 'passkey' }, clock)
    throw cause
  })
  return await beginSession(context, memberId, 'passkey')
})
