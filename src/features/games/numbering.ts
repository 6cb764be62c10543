import type { Draw } from '#protocol/games.ts'
import type { Verdict } from './checked-draw.ts'

export interface Numbering {
  verdict: Verdict
  /** Numbers up to that of the draw which no draw has. */
  missing: readonly number[]
  /** Numbers that several draws have. */
  twice: readonly number[]
}

/**
 * Whether the draws with one seed are numbered 1, 2, 3 and so on, up to `drawn`. Without a gap, nobody can have drawn
 * again until the result suited. `known` are the draws of the history on this device; `isComplete` where those are all
 * from the newest of them down. Without the draw itself the history is from before it, and may lack others too.
 */
export function numberingOf(drawn: Draw, known: readonly Draw[], isComplete: boolean): Numbering {
  const { seedHash, nonce } = drawn.proof
  const draws = new Map([...known, drawn].map((it) => [it.id, it.proof]))
  const numbers = [...draws.values()].filter((it) => it.seedHash === seedHash).map((it) => it.nonce)
  const missing = Array.from({ length: nonce }, (_, before) => before + 1).filter((it) => !numbers.includes(it))
  const twice = numbers.filter((it, place) => numbers.indexOf(it) !== place)
  if (twice.length > 0) return { verdict: 'wrong', missing, twice }
  const isWhole = isComplete && known.some((it) => it.id === drawn.id)
  if (missing.length > 0) return { verdict: isWhole ? 'wrong' : 'unknown', missing, twice }
  return { verdict: 'right', missing, twice }
}
