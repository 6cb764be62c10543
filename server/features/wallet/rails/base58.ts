import { createHash } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as Base58 with four bytes of checksum, so that a slip of the pen is no other address. */
export function withChecksum(bytes: Buffer): string {
  const all = Buffer.concat([bytes, checksumOf(bytes)])
  let left = BigInt(`0x${all.toString('hex')}`)
  let text = ''
  for (; left > 0n; left /= 58n) text = (alphabet[Number(left % 58n)] ?? '') + text
  return '1'.repeat(all.findIndex((it) => it !== 0)) + text
}

/** The bytes behind it. Throws RangeError where a letter or the checksum is wrong. */
export function readChecked(text: string): Buffer {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) throw new RangeError('has a letter that Base58 does not have')
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const all = Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
  const bytes = all.subarray(0, -4)
  if (all.length < 5 || !checksumOf(bytes).equals(all.subarray(-4))) throw new RangeError('has a wrong checksum')
  return bytes
}

function checksumOf(bytes: Buffer): Buffer {
  const once = createHash('sha256').update(bytes).digest()
  return createHash('sha256').update(once).digest().subarray(0, 4)
}
