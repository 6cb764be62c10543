import type { PoolRound } from '#protocol/games.ts'
import { hashOf, poolWinners } from '../../lib/fair-draw.ts'
import type { Verdict } from './checked-draw.ts'

/** The steps by which a closed round of the pool is checked (docs/fair-draws.md, "The pool"). */
export interface CheckedRound {
  /** The hash that this device showed while the round was open; undefined where it didn't. */
  shown: string | undefined
  /** SHA-256 of the seed is the hash that was shown while the round ran; `unknown` where that isn't known here. */
  hash: Verdict
  /** The winning tickets are those that the seed draws, in that order. */
  isWinners: boolean
  /** Every winner got the same, as much as can be divided. */
  isShares: boolean
  /** The winning tickets as this device computed them, from 0. */
  winners: readonly number[]
}

/** Repeats a round. `shown` is the hash that this device showed while the round was open, where it did. */
export async function checkRound(round: PoolRound, shown: string | undefined): Promise<CheckedRound> {
  const { seed, seedHash, draws, points, shares } = round
  const winners = await poolWinners(seed, draws, shares)
  const each = winners.length > 0 ? Math.floor(points / winners.length) : 0
  return {
    shown,
    hash: (await hashOf(seed)) !== (shown ?? seedHash) ? 'wrong' : shown === undefined ? 'unknown' : 'right',
    isWinners: winners.length === round.winners.length && winners.every((it, i) => it === round.winners[i]?.number),
    isShares: round.winners.every((it) => it.amount === each),
    winners,
  }
}
