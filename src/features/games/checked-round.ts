import type { PoolRound } from '#protocol/games.ts'
import { hashOf, poolWinners } from '../../lib/fair-draw.ts'

/** The steps by which a closed round of the pool is checked (docs/fair-draws.md, "The pool"). */
export interface CheckedRound {
  /** SHA-256 of the seed is the hash that was shown while the round ran. */
  isHash: boolean
  /** The winning tickets are those that the seed draws, in that order. */
  isWinners: boolean
  /** Every winner got the same, as much as can be divided. */
  isShares: boolean
  /** The winning tickets as this device computed them, from 0. */
  winners: readonly number[]
}

/** Repeats a round. */
export async function checkRound(round: PoolRound): Promise<CheckedRound> {
  const { seed, seedHash, draws, points, shares } = round
  const winners = await poolWinners(seed, draws, shares)
  const each = winners.length > 0 ? Math.floor(points / winners.length) : 0
  return {
    isHash: (await hashOf(seed)) === seedHash,
    isWinners: winners.length === round.winners.length && winners.every((it, i) => it === round.winners[i]?.number),
    isShares: round.winners.every((it) => it.amount === each),
    winners,
  }
}
