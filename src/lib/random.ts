const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Letters and digits that can't be guessed, 32 of them by default (specification 9). Throws RangeError for a negative
 * or fractional length.
 */
export function randomString(length = 32): string {
  let text = ''
  const bytes = new Uint8Array(64)
  if (!Number.isInteger(length) || length < 0) throw new RangeError(`no such length: ${length}`)
  while (text.length < length) {
    // Bytes from 248 up would make the first eight letters likelier than the rest.
    for (const byte of crypto.getRandomValues(bytes))
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
  }
  return text
}
