import { createHash } from 'node:crypto'
import { passkeyStepUp } from '#protocol/passkeys.ts'
import { stepUpText, type PasskeyProof } from '#protocol/step-up.ts'
import type { Context } from '../../../http/handler.ts'
import { handle, memberOf } from '../../../http/handler.ts'
import { rejectFrequent } from '../../../http/limits.ts'
import { DomainError } from '../../../http/domain-error.ts'
import { credentialIds } from './adding.ts'
import { verifyAssertion } from './assertion.ts'
import { bindChallenge, forgetChallenge, makeChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'

const often = { most: 60, ms: 15 * 60_000 }

export const nonceToStepUp = handle(passkeyStepUp, async (context) => {
  const { db, clock, config } = context
  const memberId = memberOf(context)
  await rejectFrequent(db, `passkey-step-up:${memberId}`, often, clock)
  return {
    nonce: await makeChallenge(db, { purpose: 'step-up', memberId }, clock),
    rpId: relyingParty(config).id,
    credentialIds: await credentialIds(db, memberId),
  }
})

/**
 * Throws a DomainError unless a passkey of the member has signed this very command: its path, its key and its arguments
 * as they were sent. The member must have chosen that a passkey confirms.
 */
export async function checkPasskey(
  context: Context,
  path: string,
  { nonce, assertion }: PasskeyProof,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { db, clock } = context
  const [memberId, key] = [memberOf(context), context.key ?? '']
  const member = await db
    .selectFrom('member')
    .select('confirmsByPasskey')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (!member.confirmsByPasskey) throw new DomainError('transaction_password_needed')
  const { isRepeat } = await bindChallenge(db, { challenge: nonce, memberId, key }, clock)
  const challenge = createHash('sha256').update(stepUpText({ nonce, path, memberId, key, args })).digest('base64url')
  await verifyAssertion(context, assertion, { challenge, memberId, isRepeat }).catch(async (cause: unknown) => {
    // Else a second proof of this command would count as a repeat of one that was accepted.
    if (!isRepeat) await forgetChallenge(db, nonce)
    throw cause
  })
}
