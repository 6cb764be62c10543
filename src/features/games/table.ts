import type { Draw, Game, PlayLimits, Seed } from '#protocol/games.ts'

/** A game and what stands around it, as the reads of lotteries and boxes tell it. */
export interface Table {
  game: Game
  seed: Seed
  limits: PlayLimits
  goldCoins: number
  luckyBalls: number
}

/** What a stage shows: nothing, a run without an end while the server draws, or the way to what it drew. */
export type Phase = 'idle' | 'waiting' | 'landing'

export interface StageProps {
  game: Game
  phase: Phase
  /** The draws to land on; while idle the last ones, none before the first. */
  draws: readonly Draw[]
}

export function balanceOf({ goldCoins, luckyBalls }: Table, of: 'gold' | 'lucky'): number {
  return of === 'gold' ? goldCoins : luckyBalls
}

/** The place of the drawn slot in the game; -1 where the rule has changed since. */
export function placeOf({ proof }: Draw, { slots }: Game): number {
  return slots.findIndex((it) => it.id === proof.slotId)
}
