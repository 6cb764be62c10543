/** An ECDSA signature of P-256 as WebCrypto reads it, 32 bytes each, from the DER that authenticators write. */
export function rawSignature(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const r = integerAt(der, 2)
  const s = integerAt(der, r.end)
  return new Uint8Array([...r.bytes, ...s.bytes])
}

/** A DER integer: tag, length, bytes, with a zero in front where the first bit would be taken for a sign. */
function integerAt(der: Uint8Array, place: number): { bytes: Uint8Array; end: number } {
  const length = der[place + 1] ?? 0
  const end = place + 2 + length
  const digits = der.slice(place + 2, end).slice(-32)
  const bytes = new Uint8Array(32)
  bytes.set(digits, 32 - digits.length)
  return { bytes, end }
}
