import { bytesOfHex, hexOf } from '../hex.ts'
import { rawSignature } from './raw-signature.ts'
import type { LockKey } from './lock-state.ts'

type DeviceKey = Extract<LockKey, { kind: 'device' }>

/** COSE numbers of the signatures that platforms make: ECDSA on P-256, and RSA on Windows. */
const ES256 = -7
const RS256 = -257

/** Whether this device can ask for a finger, a face or its own PIN. */
export async function hasDeviceKeys(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    // No WebAuthn here, or the page may not use it.
    return false
  }
}

/**
 * Makes a key in the device's secure hardware, for this lock alone: no server knows it, and it signs nobody in. Rejects
 * where the person gives up.
 */
export async function makeDeviceKey(name: string): Promise<DeviceKey> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: random(),
      rp: { name: 'Voltfolio' },
      user: { id: random(), name, displayName: name },
      pubKeyCredParams: [ES256, RS256].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        userVerification: 'required',
        // It must not be offered where a member signs in.
        residentKey: 'discouraged',
      },
    },
  })
  const response = made instanceof PublicKeyCredential ? made.response : undefined
  const publicKey = response instanceof AuthenticatorAttestationResponse ? response.getPublicKey() : null
  if (!(made instanceof PublicKeyCredential) || !(response instanceof AuthenticatorAttestationResponse) || !publicKey)
    throw new Error('the device made no key that can be checked')
  return {
    kind: 'device',
    credentialId: hexOf(new Uint8Array(made.rawId)),
    publicKey: hexOf(new Uint8Array(publicKey)),
    algorithm: response.getPublicKeyAlgorithm(),
  }
}

/**
 * Asks the device to verify the person, and checks what it signed: this question, with this key, after verifying.
 * Rejects where the person gives up or the device has lost the key.
 */
export async function isVerifiedBy(key: DeviceKey): Promise<boolean> {
  const challenge = random()
  const given = await navigator.credentials.get({
    publicKey: {
      challenge,
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: bytesOfHex(key.credentialId), transports: ['internal'] }],
    },
  })
  const response = given instanceof PublicKeyCredential ? given.response : undefined
  if (!(response instanceof AuthenticatorAssertionResponse)) return false
  return isSigned(key, challenge, {
    client: new Uint8Array(response.clientDataJSON),
    authenticator: new Uint8Array(response.authenticatorData),
    signature: new Uint8Array(response.signature),
  })
}

interface Assertion {
  client: Uint8Array<ArrayBuffer>
  authenticator: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** In the flags of the authenticator's answer, after 32 bytes: the person was verified, not only there. */
const verifiedFlag = 0x04

export async function isSigned(key: DeviceKey, challenge: Uint8Array, given: Assertion): Promise<boolean> {
  const { challenge: answered, type } = JSON.parse(new TextDecoder().decode(given.client)) as Record<string, unknown>
  if (type !== 'webauthn.get' || answered !== base64Url(challenge)) return false
  if (((given.authenticator[32] ?? 0) & verifiedFlag) === 0) return false
  const clientHash = new Uint8Array(await crypto.subtle.digest('SHA-256', given.client))
  const signed = new Uint8Array([...given.authenticator, ...clientHash])
  const isElliptic = key.algorithm === ES256
  const algorithm = isElliptic
    ? { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('spki', bytesOfHex(key.publicKey), algorithm, false, ['verify'])
  const signature = isElliptic ? rawSignature(given.signature) : given.signature
  return crypto.subtle.verify(algorithm, publicKey, signature, signed)
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(32))
}
