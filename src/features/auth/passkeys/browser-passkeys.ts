import {
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ArgsInput } from '#protocol/call.ts'
import { passkeyChallenge, passkeyOptions, passkeySignIn, type passkeyAdd } from '#protocol/passkeys.ts'
import { callApi, session } from '../../../api/api.ts'
import { assertionFor } from '../../../api/passkey-proof.ts'
import { PasskeyNotUsed } from '../../../lib/passkey-not-used.ts'

/**
 * Makes a passkey for the member who knows the login password; `passkeyAdd` then gives it to the server. Rejects with
 * ApiError, or with PasskeyNotUsed where the member or the browser makes none.
 */
export async function makePasskey(password: string): Promise<ArgsInput<typeof passkeyAdd>['credential']> {
  const { options } = await callApi(passkeyOptions, { password, proves: true })
  try {
    // Only the browser reads it, and it refuses what it can't read.
    const { id, response } = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, response: { clientDataJSON, attestationObject, transports: transports ?? [] } }
  } catch (cause) {
    throw new PasskeyNotUsed('the browser made no passkey', { cause })
  }
}

/** Signs in with a passkey that the member chooses in the browser. Rejects with ApiError or PasskeyNotUsed. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await callApi(passkeyChallenge, {})
  const credential = await assertionFor(options as PublicKeyCredentialRequestOptionsJSON)
  session.begin(await callApi(passkeySignIn, { credential, agreed: true }))
}
