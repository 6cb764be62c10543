const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const checksumLength = 4

/**
 * Networks whose addresses can be checked here: the text before the Base58 part, the number of bytes it encodes, and
 * the first of those bytes.
 */
const kinds: Readonly<Record<string, { mark: string; length: number; first?: number }>> = {
  trc20: { mark: '', length: 21, first: 0x41 },
  demo: { mark: 'DEMO', length: 20 },
}

/**
 * `right`: letters, length and checksum fit the network. `unknown`: there is no rule for the network, or the browser
 * has no Web Crypto.
 */
export type AddressVerdict = 'right' | 'wrong' | 'unknown'

/**
 * Whether an address is intact, by its checksum: Base58Check as TRON uses it, and the demonstration's, which has a
 * prefix. Never throws.
 */
export async function checkAddress(address: string, network: string): Promise<AddressVerdict> {
  const kind = kinds[network]
  if (!kind || !('subtle' in crypto)) return 'unknown'
  const all = address.startsWith(kind.mark) ? bytesOf(address.slice(kind.mark.length)) : undefined
  if (all?.length !== kind.length + checksumLength) return 'wrong'
  const bytes = all.slice(0, -checksumLength)
  if (kind.first !== undefined && bytes[0] !== kind.first) return 'wrong'
  const sum = await sha256(await sha256(bytes))
  return all.slice(-checksumLength).every((it, place) => it === sum[place]) ? 'right' : 'wrong'
}

/** In groups of four, as people compare them; the last may be shorter. */
export function addressGroups(address: string): string[] {
  return address.match(/.{1,4}/gu) ?? []
}

/** Decodes Base58; undefined where a character isn't in its alphabet. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  let value = 0n
  for (const request of text) {
    const digit = alphabet.indexOf(request)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
