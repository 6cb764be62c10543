import { constants, createDecipheriv, privateDecrypt, type KeyObject } from 'node:crypto'
import { boundTo } from '#protocol/encryption.ts'
import type { EncryptedSecret } from '#src/api/encrypt.ts'

/** Decrypts a command's secret as the server does. Throws where it was encrypted for another command. */
export function decryptSecret(
  privateKey: KeyObject,
  { wrappedKey, iv, data }: EncryptedSecret,
  command: { path: string; memberId: string; key: string },
): unknown {
  const key = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(wrappedKey, 'base64url'),
  )
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(boundTo(command)))
    .setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8'))
}
