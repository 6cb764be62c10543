/** Bytes in lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (it) => it.toString(16).padStart(2, '0')).join('')
}

/** The bytes of a hex text. Throws a RangeError where it is none. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new RangeError('must be lower-case hex')
  return Uint8Array.from(hex.match(/../g) ?? [], (it) => Number.parseInt(it, 16))
}
