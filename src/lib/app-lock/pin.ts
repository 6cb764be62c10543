import { bytesOfHex, hexOf } from '../hex.ts'
import type { LockKey } from './lock-state.ts'

export const pinLength = 6

/** Of PBKDF2 with SHA-256, as OWASP advises: half a second on a cheap phone. */
export const pinRounds = 600_000

type PinKey = Extract<LockKey, { kind: 'pin' }>

/** The key of a new PIN: its hash under a salt of its own. The digits themselves are kept nowhere. */
export async function keyOfPin(pin: string, iterations = pinRounds): Promise<PinKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { kind: 'pin', salt: hexOf(salt), iterations, hash: hexOf(await hashed(pin, salt, iterations)) }
}

export async function isPinOf(key: PinKey, pin: string): Promise<boolean> {
  return hexOf(await hashed(pin, bytesOfHex(key.salt), key.iterations)) === key.hash
}

async function hashed(pin: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<Uint8Array> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    secret,
    256,
  )
  return new Uint8Array(bits)
}
