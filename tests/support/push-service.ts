import type { ECDH } from 'node:crypto'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push message as the push service receives it. */
export interface Received {
  device: string
  headers: IncomingMessage['headers']
  bytes: Buffer
}

export interface PushService {
  /** `127.0.0.1:port`, for the list of allowed hosts. */
  host: string
  received: Received[]
  /** Answers to the next requests, in order; 201 when empty. */
  answers: { status: number; headers?: Record<string, string> }[]
  close(): Promise<void>
}

/** A Web Push service on the loopback interface. */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = []
  const answers: PushService['answers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ device: request.url ?? '', headers: request.headers, bytes: Buffer.concat(chunks) })
      const { status, headers } = answers.shift() ?? { status: 201 }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

export interface Device {
  endpoint: string
  p256dh: string
  auth: string
  open(push: Received): unknown
}

/** A browser's subscription at the service, with the keys to decrypt its messages. */
export function makeDevice(host: string, name: string): Device {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint: `http://${host}/${name}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    open: ({ bytes }) => JSON.parse(decrypt(bytes, keys, auth).toString('utf8')) as unknown,
  }
}

/** RFC 8291 over one record of RFC 8188. */
function decrypt(bytes: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = bytes.subarray(0, 16)
  const keyLength = bytes.readUInt8(20)
  const sender = bytes.subarray(21, 21 + keyLength)
  const secret = keys.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const encryptedSecret = bytes.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(encryptedSecret.subarray(-16))
  const padded = Buffer.concat([decipher.update(encryptedSecret.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

/** The claims of a push's VAPID header (RFC 8292), after checking its signature with the key it names. */
export function vapidOf({ headers }: Received): {
  publicKey: string
  claims: { aud: string; exp: number; sub: string }
} {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the VAPID token is not signed by the key it names')
  return {
    publicKey,
    claims: JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { aud: string; exp: number; sub: string },
  }
}
