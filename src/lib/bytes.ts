const encoder = new TextEncoder()

/** Bytes of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  return bytesOfText(JSON.stringify(value) ?? '')
}

/** Bytes of a text in UTF-8. */
export function bytesOfText(text: string): number {
  return encoder.encode(text).length
}
