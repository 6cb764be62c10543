import { millisOf } from '../../lib/clock.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { balanceOf, type Table } from './table.ts'

/** Why a game can't be played now. */
export type Obstacle =
  | { kind: 'closed'; why: string }
  | { kind: 'paused'; until: string }
  | { kind: 'offline' }
  | { kind: 'ownLimit'; daily: number }
  | { kind: 'gameLimit' }
  | { kind: 'level'; needed: number }
  | { kind: 'points'; of: 'gold' | 'lucky'; missing: number }

interface Circumstances {
  /** How many draws are wanted at once. */
  count: number
  isOnline: boolean
  /** The member's level; undefined until it is known. */
  level: number | undefined
}

/** The first reason that stands in the way of `count` draws, the hardest to change first; undefined for none. */
export function obstacleOf(table: Table, { count, isOnline, level }: Circumstances): Obstacle | undefined {
  const { game, limits } = table
  const { of, amount } = game.price
  const missing = amount * count - balanceOf(table, of)
  if (game.closed !== null) return { kind: 'closed', why: game.closed }
  if (isPaused(limits.pausedUntil) && limits.pausedUntil !== null) return { kind: 'paused', until: limits.pausedUntil }
  if (limits.daily !== null && limits.drawnToday + count > limits.daily)
    return { kind: 'ownLimit', daily: limits.daily }
  if (game.drawsLeft !== null && game.drawsLeft < count) return { kind: 'gameLimit' }
  if (level !== undefined && level < game.levelNeeded) return { kind: 'level', needed: game.levelNeeded }
  if (missing > 0) return { kind: 'points', of, missing }
  return isOnline ? undefined : { kind: 'offline' }
}

export interface Choice {
  /** The most draws at once that nothing stands in the way of, at least 1. */
  most: number
  /** Why it isn't one more; undefined where the game allows no more, or where not even one can be drawn. */
  limit: Obstacle | undefined
}

/** How many draws a member may choose to make at once. */
export function choiceOf(table: Table): Choice {
  const obstacleTo = (count: number) => obstacleOf(table, { count, isOnline: true, level: undefined })
  const { mostAtOnce } = table.game
  let most = mostAtOnce
  while (most > 1 && obstacleTo(most)) most -= 1
  return { most, limit: most === mostAtOnce || obstacleTo(most) ? undefined : obstacleTo(most + 1) }
}

export function isPaused(until: string | null, now = serverNow()): boolean {
  return until !== null && millisOf(until) > now
}
