import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

const stepMs = 30_000
const digits = 6

/** The step of 30 seconds that an instant (milliseconds since 1970) lies in: T of RFC 6238. */
export function totpStep(atMs: number): number {
  return Math.floor(atMs / stepMs)
}

/** The code of a step: HOTP of RFC 4226 with SHA-1, six digits. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * The step whose code this is, of the one now, before and after; null where it is none of them, or none later than
 * `usedStep`: a code counts once, and none before it counts any more.
 */
export function acceptedStep(secret: Uint8Array, code: string, atMs: number, usedStep: number): number | null {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const now = totpStep(atMs)
  const fitting = [now - 1, now, now + 1].filter((step) => {
    const wanted = Buffer.from(totpCode(secret, step))
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
  return fitting.find((step) => step > usedStep) ?? null
}

/** What an authenticator app takes, as a link or a QR code. */
export function otpauthUri(name: string, secret: Uint8Array): string {
  return `otpauth://totp/${encodeURIComponent(`Voltfolio:${name}`)}?${new URLSearchParams({
    secret: base32nopad.encode(secret),
    issuer: 'Voltfolio',
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(stepMs / 1000),
  }).toString()}`
}
