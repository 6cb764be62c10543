import {
  sendSignal,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ArgsInput } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { passkeyChallenge, passkeyOptions, passkeySignIn, type passkeyAdd } from '#protocol/passkeys.ts'
import { ApiError } from '../../../api/api-error.ts'
import { callApi, session } from '../../../api/api.ts'
import { assertionFor } from '../../../api/passkey-proof.ts'
import { PasskeyNotUsed } from '../../../lib/passkey-not-used.ts'

export interface BrowserPasskey {
  rpId: string
  credentialId: string
}

/**
 * Makes a passkey for the member who knows the login password; `passkeyAdd` then gives the credential to the server,
 * and `forgetPasskey` takes it back where it didn't. Rejects with ApiError, or with PasskeyNotUsed where the member or
 * the browser makes none.
 */
export async function makePasskey(
  password: string,
): Promise<{ credential: ArgsInput<typeof passkeyAdd>['credential']; made: BrowserPasskey }> {
  const answer = await callApi(passkeyOptions, { password, proves: true })
  // Only the browser reads it, and it refuses what it can't read.
  const options = answer.options as PublicKeyCredentialCreationOptionsJSON
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      credential: { id, response: { clientDataJSON, attestationObject, transports: transports ?? [] } },
      made: { rpId: options.rp.id ?? location.hostname, credentialId: id },
    }
  } catch (cause) {
    throw new PasskeyNotUsed('the browser made no passkey', { cause })
  }
}

/**
 * Signs in with a passkey that the member chooses in the browser. Rejects with ApiError or PasskeyNotUsed. A passkey
 * that the server has no more is offered no more.
 */
export async function signInWithPasskey(): Promise<void> {
  const answer = await callApi(passkeyChallenge, {})
  const options = answer.options as PublicKeyCredentialRequestOptionsJSON
  const credential = await assertionFor(options)
  try {
    session.begin(await callApi(passkeySignIn, { credential, agreed: true }))
  } catch (cause) {
    if (cause instanceof ApiError && cause.errno === errors.passkey_unknown.errno)
      await forgetPasskey({ rpId: options.rpId ?? location.hostname, credentialId: credential.id })
    throw cause
  }
}

/** Tells the browser that the server has no such passkey, so that it offers it no more. Never rejects. */
export async function forgetPasskey({ rpId, credentialId }: BrowserPasskey): Promise<void> {
  // Not every browser has the function, and none says what came of it.
  await sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId }).catch(() => {})
}
