import * as v from 'valibot'

/** What a browser gives for `navigator.credentials.get`, as JSON; texts are base64url. */
const bytes = (max: number) =>
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'))
export const CredentialId = bytes(1400)
export const Assertion = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: bytes(1400),
    authenticatorData: bytes(1400),
    signature: bytes(1400),
    userHandle: v.optional(bytes(100)),
  }),
})
export type Assertion = v.InferOutput<typeof Assertion>

/** A command confirmed by a passkey: the header `proof` is the base64url of this JSON. */
export const PasskeyProof = v.object({ nonce: bytes(100), assertion: Assertion })
export type PasskeyProof = v.InferOutput<typeof PasskeyProof>

export interface ConfirmedCommand {
  /** As `auth/passkeys/stepUp` gave it. */
  nonce: string
  path: string
  memberId: string
  /** `Idempotency-Key`. */
  key: string
  /** As they are sent; the app's version, which requests say beside them (specification 7), doesn't count. */
  args: Readonly<Record<string, unknown>>
}

/**
 * The text whose SHA-256 is the challenge that a passkey signs. It binds the signature to one command, its key and all
 * it says, so that it confirms no other.
 */
export function stepUpText({ nonce, path, memberId, key, args }: ConfirmedCommand): string {
  const { version: _, ...own } = args
  return ['voltfolio step-up/1', nonce, path, memberId, key, JSON.stringify(own, ordered)].join('\n')
}

function ordered(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
