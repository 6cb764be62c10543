import * as v from 'valibot'
import { Session } from './auth.ts'
import { get, post } from './call.ts'
import { Empty, Flag, Id, Instant, text } from './primitives.ts'
import { Assertion, CredentialId } from './step-up.ts'

const base64url = (max: number) =>
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'))

const Passkey = v.object({
  id: Id,
  name: v.string(),
  addedAt: Instant,
  /** When it last signed in or confirmed something; null until then. */
  usedAt: v.nullable(Instant),
})
export type Passkey = v.InferOutput<typeof Passkey>

/** Ours: the member's passkeys, the newest first. */
export const passkeyList = get('auth/passkeys', {
  specified: false,
  args: Empty,
  answer: v.object({ items: v.array(Passkey) }),
})

/** Ours: what a browser needs to make a passkey, for five minutes. Needs the login password. */
export const passkeyOptions = post('auth/passkeys/options', {
  specified: false,
  writes: false,
  offline: 'online',
  confidential: ['password'],
  args: v.object({
    password: v.pipe(v.string(), v.maxLength(128)),
    /** Of apps that can prove `passkeyAdd`. Others would make a passkey that can't be added. */
    proves: v.optional(v.boolean(), false),
  }),
  /** For `navigator.credentials.create`, as JSON. */
  answer: v.object({ options: v.unknown() }),
})

/**
 * Ours: adds the passkey that a browser has made with `passkeyOptions`. Needs the transaction password too: a passkey
 * outlives a new login password.
 */
export const passkeyAdd = post('auth/passkeys/add', {
  specified: false,
  proof: 'once set',
  args: v.object({
    name: text(60),
    credential: v.object({
      id: CredentialId,
      response: v.object({
        clientDataJSON: base64url(4096),
        attestationObject: base64url(16_384),
        transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(30))), v.maxLength(10)), []),
      }),
    }),
  }),
  answer: Empty,
  invalidates: ['auth/passkeys', 'user/info'],
})

export const passkeyRename = post('auth/passkeys/rename', {
  specified: false,
  args: v.object({ id: Id, name: text(60) }),
  answer: Empty,
  invalidates: ['auth/passkeys'],
})

/**
 * Ours: removes a passkey. Without any, the transaction password confirms again. Needs the transaction password, or the
 * login password where there is none. Apps of before ask for neither: they are told to update, or that the transaction
 * password is missing.
 */
export const passkeyRemove = post('auth/passkeys/remove', {
  specified: false,
  proof: 'once set',
  confidential: ['password'],
  args: v.object({ id: Id, password: v.optional(v.pipe(v.string(), v.maxLength(128))) }),
  /** For `PublicKeyCredential.signalUnknownCredential`. Absent from answers of older servers. */
  answer: v.object({ removed: v.optional(v.object({ rpId: v.string(), credentialId: v.string() })) }),
  invalidates: ['auth/passkeys', 'user/info'],
})

/** Ours: whether a passkey may take the place of the transaction password. */
export const passkeyConfirms = post('auth/passkeys/confirms', {
  specified: false,
  proof: true,
  args: v.object({ isOn: Flag }),
  answer: Empty,
  invalidates: ['user/info'],
})

const Challenge = v.object({
  /** For `navigator.credentials.get`, as JSON. */
  options: v.unknown(),
})

/** Ours: what a browser needs to sign in with a passkey, for five minutes. */
export const passkeyChallenge = post('auth/passkey/challenge', {
  who: 'anyone',
  specified: false,
  writes: false,
  offline: 'online',
  args: Empty,
  answer: Challenge,
})

/**
 * Ours: signs in with a passkey. 1741 where the server has none with its id. The refresh token travels in an HttpOnly
 * cookie, never in the body.
 */
export const passkeySignIn = post('auth/passkey/signIn', {
  who: 'anyone',
  specified: false,
  replayed: false,
  args: v.object({ credential: Assertion, agreed: v.literal(true, 'agreed: must be ticked') }),
  answer: Session,
})

/**
 * Ours: what a browser needs to confirm one command with a passkey, for five minutes. The challenge is made of `nonce`
 * and the command (`stepUpText`).
 */
export const passkeyStepUp = post('auth/passkeys/stepUp', {
  specified: false,
  writes: false,
  offline: 'online',
  args: Empty,
  answer: v.object({ nonce: v.string(), rpId: v.string(), credentialIds: v.array(v.string()) }),
})
