import { bytesOfHex, hexOf } from './hex.ts'

/** What a draw is made from. Seeds of the server are 32 bytes in hex; `weights` are those of the slots, in order. */
export interface DrawInputs {
  serverSeed: string
  memberSeed: string
  nonce: number
  weights: readonly number[]
}

/** `roll` is from 0 to below the sum of the weights; `index` is the slot that it draws. */
export interface DrawResult {
  roll: number
  index: number
}

/** SHA-256 over the 32 bytes of a seed, both in lower-case hex (docs/fair-draws.md, "What is fixed before a draw"). */
export async function hashOf(seed: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOfHex(seed))))
}

/** Repeats a draw (docs/fair-draws.md, "The draw"). Throws a RangeError where no slot can be drawn. */
export async function draw({ serverSeed, memberSeed, nonce, weights }: DrawInputs): Promise<DrawResult> {
  const total = sumOf(weights)
  const numbers = numbersBelow(total, serverSeed, `${memberSeed}:${nonce}`)
  const { value: roll } = await numbers.next()
  return { roll, index: slotAt(roll, weights) }
}

/** The winning tickets of a round of the pool, from 0, in the order they won (docs/fair-draws.md, "The pool"). */
export async function poolWinners(seed: string, tickets: number, shares: number): Promise<number[]> {
  const won = new Set<number>()
  for (let place = 0; won.size < Math.min(tickets, shares); place++) {
    for await (const ticket of numbersBelow(tickets, seed, `pool:${place}`)) {
      if (won.has(ticket)) continue
      won.add(ticket)
      break
    }
  }
  return [...won]
}

/** The first slot where the sum of the weights is above `roll`; -1 where none is. */
export function slotAt(roll: number, weights: readonly number[]): number {
  let sum = 0
  return weights.findIndex((it) => (sum += it) > roll)
}

export function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, it) => sum + it, 0)
}

const range = 2 ** 48

/**
 * Numbers from 0 to below `total`, each equally likely: 48 bits at a time, those at or above the largest multiple of
 * `total` passed over.
 */
async function* numbersBelow(total: number, seed: string, message: string): AsyncGenerator<number, never> {
  if (!(Number.isSafeInteger(total) && total > 0 && total <= range)) throw new RangeError('nothing can be drawn')
  const limit = range - (range % total)
  const key = await crypto.subtle.importKey('raw', bytesOfHex(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  for (let round = 0; ; round++) {
    const text = new TextEncoder().encode(`${message}:${round}`)
    const bytes = new DataView(await crypto.subtle.sign('HMAC', key, text))
    for (let at = 0; at < 30; at += 6) {
      const number = bytes.getUint16(at) * 2 ** 32 + bytes.getUint32(at + 2)
      if (number < limit) yield number % total
    }
  }
}
