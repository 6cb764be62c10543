/** Chance that repeats itself: the same seed, the same history. */
export interface Dice {
  /** In [0, 1). */
  next(): number
  /** True with probability `p`. */
  chance(p: number): boolean
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  pick<T>(from: readonly T[]): T
}

/** Mulberry32. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let it = Math.imul(state ^ (state >>> 15), state | 1)
    it ^= it + Math.imul(it ^ (it >>> 7), it | 61)
    return ((it ^ (it >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (p) => next() < p,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (from) => from[Math.floor(next() * from.length)]!,
  }
}
