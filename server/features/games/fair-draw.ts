import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Five numbers of 48 bits come out of one HMAC; two of its bytes are not used. */
const perRound = 5
const range = 2 ** 48

/** A new server's seed: 32 random bytes in hexadecimal, and the SHA-256 that is shown before it is used. */
export function newSeed(): { seed: string; hash: string } {
  const bytes = randomBytes(32)
  return { seed: bytes.toString('hex'), hash: createHash('sha256').update(bytes).digest('hex') }
}

/** What a roll is made of (docs/fair-draws.md, "The draw"). `serverSeed` in hexadecimal. */
export interface Roll {
  serverSeed: string
  memberSeed: string
  nonce: number
}

/** A number from 0 to below `total`, each equally likely (docs/fair-draws.md, "The draw"). */
export function rollOf(of: Roll, total: number): number {
  for (const roll of rolls(of, total)) return roll
  throw new Error('rolls end')
}

/** The place of the first slot whose sum of weights is above `roll`. Throws where the roll is not below their sum. */
export function slotAt(weights: readonly number[], roll: number): number {
  let sum = 0
  const at = weights.findIndex((weight) => (sum += weight) > roll)
  if (at < 0) throw new RangeError(`no slot at ${roll} of ${sum}`)
  return at
}

/** The winning tickets of a pool's round, in their order (docs/fair-draws.md, "The pool"). */
export function winningTickets(serverSeed: string, { tickets, winners }: { tickets: number; winners: number }) {
  const won = new Set<number>()
  while (won.size < Math.min(tickets, winners)) {
    for (const ticket of rolls({ serverSeed, memberSeed: 'pool', nonce: won.size }, tickets)) {
      if (won.has(ticket)) continue
      won.add(ticket)
      break
    }
  }
  return [...won]
}

/** Without end; numbers at or above the largest multiple of `total` are passed over. */
function* rolls({ serverSeed, memberSeed, nonce }: Roll, total: number): Generator<number> {
  if (!Number.isSafeInteger(total) || total < 1 || total > range) throw new RangeError(`no roll below ${total}`)
  const limit = range - (range % total)
  const key = Buffer.from(serverSeed, 'hex')
  for (let round = 0; ; round += 1) {
    const digest = createHmac('sha256', key).update(`${memberSeed}:${nonce}:${round}`).digest()
    for (let n = 0; n < perRound; n += 1) {
      const number = digest.readUIntBE(n * 6, 6)
      if (number < limit) yield number % total
    }
  }
}
