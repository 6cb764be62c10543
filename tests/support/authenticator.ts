import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion } from '#protocol/step-up.ts'

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Passkey {
  id: Buffer
  key: KeyObject
  counter: number
  userHandle: string
}

interface Signing {
  challenge: string
  rpId: string
  origin?: string
  /** False for a touch without fingerprint or PIN. */
  isVerified?: boolean
}

/** A software authenticator with ES256 keys and no attestation, as WebAuthn level 2 describes one. */
export class Authenticator {
  private readonly passkeys: Passkey[] = []

  /** What a browser gives for `navigator.credentials.create`. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    { origin = 'http://localhost:8080', isVerified = true } = {},
  ) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const passkey = { id: randomBytes(32), key: privateKey, counter: 0, userHandle: options.user.id }
    this.passkeys.push(passkey)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const data = Buffer.concat([
      authData(options.rp.id, flags.attested | (isVerified ? flags.verified : 0), 0),
      Buffer.alloc(16),
      Buffer.from([0, passkey.id.length]),
      passkey.id,
      cose,
    ])
    const attestation = map([
      ['fmt', 'none'],
      ['attStmt', empty],
      ['authData', data],
    ])
    return {
      id: passkey.id.toString('base64url'),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What a browser gives for `navigator.credentials.get`, of the newest passkey. The counter goes on with each. */
  get({ challenge, rpId, origin = 'http://localhost:8080', isVerified = true }: Signing): Assertion {
    const passkey = this.passkeys.at(-1)
    if (!passkey) throw new Error('no passkey was made')
    passkey.counter += 1
    const data = authData(rpId, isVerified ? flags.verified : 0, passkey.counter)
    const client = clientData('webauthn.get', challenge, origin)
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), passkey.key)
    return {
      id: passkey.id.toString('base64url'),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: passkey.userHandle,
      },
    }
  }

  /** Sets the counter back, as a copy of the authenticator would have it. */
  rewind(): void {
    for (const passkey of this.passkeys) passkey.counter = 0
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authData(rpId: string, set: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags.present | set]), count])
}

type Value = number | string | Buffer | typeof empty

const empty = Symbol('an empty map')

/** CBOR of a map, as far as authenticators need it (RFC 8949). */
function map(entries: [number | string, Value][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  return value === empty ? head(5, 0) : Buffer.concat([head(2, value.length), value])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}
