import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { passkeyStepUp } from '#protocol/passkeys.ts'
import { stepUpText, type Assertion, type PasskeyProof } from '#protocol/step-up.ts'
import { PasskeyNotUsed } from '../lib/passkey-not-used.ts'
import { callApi } from './api.ts'
import { proofText, textOf } from './encrypt.ts'
import type { ProvenCommand } from './encrypted-call.ts'

/**
 * Asks the browser to sign the command with a passkey of the member, and gives the header `proof`. Rejects with
 * PasskeyNotUsed, or with ApiError where the server couldn't be asked for a challenge.
 */
export async function passkeyProof({ call, memberId, key, args }: ProvenCommand): Promise<string> {
  const { nonce, rpId, credentialIds } = await callApi(passkeyStepUp, {}, { memberId, isQuiet: true })
  const text = stepUpText({ nonce, path: call.path, memberId, key, args })
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const assertion = await assertionFor({
    challenge: textOf(hash),
    rpId,
    allowCredentials: credentialIds.map((id) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  })
  return proofText({ nonce, assertion } satisfies PasskeyProof)
}

/** What a passkey has signed. Rejects with PasskeyNotUsed. */
export async function assertionFor(options: PublicKeyCredentialRequestOptionsJSON): Promise<Assertion> {
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    }
  } catch (cause) {
    throw new PasskeyNotUsed('the browser gave no passkey', { cause })
  }
}
