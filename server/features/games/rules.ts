import type { GameKind } from '../../db/game-schema.ts'
import type { Gift } from '../../db/gift-schema.ts'

/** What is drawn for each draw of one seed at most. */
export const drawsOfSeed = 100
/** The most draws of one command, in any game. */
export const mostAtOnce = 10

/**
 * What members are offered of games in their order: of each kind of lottery, which has one page, the first that isn't
 * stopped, else the first; of boxes all.
 */
export function offeredOf<T extends { kind: GameKind; stoppedAt: string | null }>(games: readonly T[]): T[] {
  const lotteryOf = (kind: GameKind) => {
    const own = games.filter((it) => it.kind === kind)
    return own.find((it) => it.stoppedAt === null) ?? own[0]
  }
  return games.filter((it) => it.kind === 'box' || it.kind === 'second box' || it === lotteryOf(it.kind))
}

/** A slot as its chance is computed: `left` is null where its stock isn't counted. */
export interface Chance {
  weight: number
  left: number | null
  guaranteed: boolean
}

/** The weights that hold now: a slot whose stock is used up weighs 0 (docs/fair-draws.md). */
export function weightsNow(slots: readonly Chance[]): number[] {
  return slots.map((it) => (it.left === 0 ? 0 : it.weight))
}

/** The weights of a draw by guarantee: all slots but the guaranteed ones weigh 0. */
export function guaranteedWeights(slots: readonly Chance[]): number[] {
  return weightsNow(slots).map((weight, n) => (slots[n]?.guaranteed ? weight : 0))
}

/** What decides a game's odds besides its weights. */
interface Odds {
  id: string
  version: number
  slots: readonly Chance[]
  guaranteeEvery: number | null
  mostAtOnce: number
}

/**
 * Names the odds that were shown: the game, its version, for every slot whether it could be drawn, and in how many
 * draws the guarantee holds where one command could get there. `misses` are the member's draws in a row without it.
 */
export function oddsOf({ id, version, slots, guaranteeEvery, mostAtOnce }: Odds, misses: number): string {
  const inStock = weightsNow(slots)
    .map((it) => (it > 0 ? 1 : 0))
    .join('')
  const holdsIn = guaranteeEvery === null ? Infinity : guaranteedIn(guaranteeEvery, misses)
  return [id, version, inStock, ...(holdsIn <= mostAtOnce ? [holdsIn] : [])].join(':')
}

/** Draws from now at which the guarantee holds at the latest, after `misses` draws in a row without it. */
export function guaranteedIn(every: number, misses: number): number {
  return Math.max(1, every - misses)
}

/** The most money that one draw can win now, in minor units. */
export function highestMoney(slots: readonly (Chance & { gift: Gift | null })[]): number {
  return slots.reduce(
    (most, { gift, weight, left }) =>
      gift?.of === 'money' && weight > 0 && left !== 0 ? Math.max(most, gift.amount) : most,
    0,
  )
}

/** How many draws at once `funds` cover, if each wins the most; at least 1, as without one the game is closed. */
export function mostCovered(slots: readonly (Chance & { gift: Gift | null })[], funds: number): number {
  const most = highestMoney(slots)
  return most === 0 ? Infinity : Math.max(1, Math.floor(funds / most))
}

/** Why a game can't be played; null where it can. `funds` is what the prize account holds. */
export function closedBecause(
  slots: readonly (Chance & { gift: Gift | null })[],
  { isStopped, funds }: { isStopped: boolean; funds: number },
): 'stopped' | 'sold out' | 'not funded' | null {
  if (isStopped) return 'stopped'
  const isOpen = (it: Chance) => it.weight > 0 && it.left !== 0
  if (!slots.some((it) => it.gift !== null && isOpen(it))) return 'sold out'
  return highestMoney(slots) > funds ? 'not funded' : null
}

/**
 * The place of what can be won at the most: most money, else the rarest prize. What is used up comes last; -1 where
 * nothing is won.
 */
export function topPrize(slots: readonly (Chance & { gift: Gift | null })[]): number {
  const rank = ({ gift, left, weight }: Chance & { gift: Gift | null }) =>
    [left === 0 ? 0 : 1, gift?.of === 'money' ? gift.amount : 0, -weight] as const
  const isAbove = (a: readonly number[], b: readonly number[]) => {
    const n = a.findIndex((it, index) => it !== b[index])
    return n >= 0 && (a[n] ?? 0) > (b[n] ?? 0)
  }
  return slots.reduce((top, slot, n) => {
    const best = slots[top]
    return slot.gift !== null && (best === undefined || isAbove(rank(slot), rank(best))) ? n : top
  }, -1)
}

/** A member's own limit of draws a day: the one that holds now, and the looser one that waits. */
export interface OwnLimit {
  daily: number | null
  next: { daily: number | null; from: string } | null
}

/** Setting a limit: tighter holds at once, looser from `tomorrow` on. Null is no limit. */
export function limitAfter({ daily }: OwnLimit, wanted: number | null, tomorrow: string): OwnLimit {
  const isLooser = daily !== null && (wanted === null || wanted > daily)
  return isLooser ? { daily, next: { daily: wanted, from: tomorrow } } : { daily: wanted, next: null }
}
