import type { Call } from '#protocol/call.ts'
import { boundTo } from '#protocol/encryption.ts'

/** The server's key, as `seal/key` answers it: RSA-OAEP with SHA-256, SPKI as base64url. */
export interface EncryptionKey {
  keyId: string
  publicKey: string
}

/** The value that the call table declares as `Sealed`: all fields are base64url. */
export interface EncryptedSecret {
  keyId: string
  wrappedKey: string
  iv: string
  data: string
}

/**
 * Encrypts a secret for the server alone: JSON under a new AES-256-GCM key, which RSA-OAEP wraps. The server decrypts
 * it for this call, member and `Idempotency-Key` only: mint the key first, encrypt once, and send with that key.
 * Rejects where the page has no Web Crypto (no https), or where the server's key is invalid.
 */
export async function encrypt(
  secret: unknown,
  to: EncryptionKey,
  command: { call: Call; memberId: string; key: string },
): Promise<EncryptedSecret> {
  const { subtle } = crypto
  const wrapping = await subtle.importKey('spki', bytesOf(to.publicKey), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = encoded(boundTo({ path: command.call.path, memberId: command.memberId, key: command.key }))
  const data = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, encoded(JSON.stringify(secret)))
  const wrappedKey = await subtle.encrypt({ name: 'RSA-OAEP' }, wrapping, await subtle.exportKey('raw', key))
  return { keyId: to.keyId, wrappedKey: textOf(wrappedKey), iv: textOf(iv.buffer), data: textOf(data) }
}

/** The header `proof` of a call: the encrypted JSON `{password}`. */
export function proofOf(encryptedSecret: EncryptedSecret): string {
  return proofText(encryptedSecret)
}

/** What the header `proof` carries: base64url of JSON. */
export function proofText(proof: object): string {
  return textOf(encoded(JSON.stringify(proof)).buffer)
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0))
}

/** As base64url. */
export function textOf(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
