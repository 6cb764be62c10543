import { createHash } from 'node:crypto'

/** Pseudo-random numbers that are the same for the same seed, on every machine. */
export interface Chance {
  /** At least 0, below 1. */
  unit(): number
  between(low: number, high: number): number
  /** The index of one of `weights`, each as likely as its weight. */
  pick(weights: readonly number[]): number
}

/** A xorshift generator seeded by SHA-256: seeds differ by one digit here, and their sequences must not be alike. */
export function chanceOf(seed: string): Chance {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number]
  const unit = (): number => {
    const t = a ^ (a << 11)
    ;[a, b, c] = [b, c, d]
    d = (d ^ (d >>> 19) ^ t ^ (t >>> 8)) >>> 0
    return d / 0x1_0000_0000
  }
  return {
    unit,
    between: (low, high) => low + unit() * (high - low),
    pick: (weights) => {
      let left = unit() * weights.reduce((sum, it) => sum + it, 0)
      const found = weights.findIndex((weight) => (left -= weight) < 0)
      return found < 0 ? weights.length - 1 : found
    },
  }
}
