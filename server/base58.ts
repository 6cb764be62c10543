import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'

const base58 = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** Base58Check: the bytes and a checksum of four more, so that a slip of the pen is no other address. */
export function withChecksum(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** The bytes behind such a text. Throws RangeError where a letter or the checksum is wrong. */
export function readChecked(text: string): Buffer {
  try {
    return Buffer.from(base58.decode(text))
  } catch (cause) {
    throw new RangeError('is no Base58Check text', { cause })
  }
}
