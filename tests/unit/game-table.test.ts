import { describe, expect, it } from 'vitest'
import type { Game } from '#protocol/games.ts'
import { choiceOf, obstacleOf } from '#src/features/games/obstacle.ts'
import { ringFor, slowingTimes } from '#src/features/games/ring.ts'
import type { Table } from '#src/features/games/table.ts'

interface Change {
  game?: Partial<Game>
  limits?: Partial<Table['limits']>
  goldCoins?: number
}

function table({ game, limits, goldCoins = 100 }: Change = {}): Table {
  return {
    game: {
      id: 'wheel',
      kind: 'gold lottery',
      name: 'Wheel',
      line: '',
      art: 'wheel',
      version: 1,
      price: { of: 'gold', amount: 20 },
      slots: [],
      odds: '1:',
      mostAtOnce: 5,
      drawsLeft: null,
      levelNeeded: 0,
      closed: null,
      guarantee: null,
      ...game,
    },
    seed: { seedHash: '0'.repeat(64), nonce: 1, drawsLeft: 100 },
    limits: { daily: null, drawnToday: 0, next: null, pausedUntil: null, ...limits },
    goldCoins,
    luckyBalls: 0,
  }
}

describe('what stands in the way of a draw', () => {
  const free = { count: 1, isOnline: true, level: 1 }

  it('is nothing where the points are enough', () => {
    expect(obstacleOf(table(), free)).toBeUndefined()
    expect(obstacleOf(table(), { ...free, count: 5 })).toBeUndefined()
  })

  it('counts the price of all draws at once', () => {
    expect(obstacleOf(table({ goldCoins: 59 }), { ...free, count: 3 })).toEqual({
      kind: 'points',
      of: 'gold',
      missing: 1,
    })
    const lucky = table({ game: { price: { of: 'lucky', amount: 1 } } })
    expect(obstacleOf(lucky, free)).toEqual({ kind: 'points', of: 'lucky', missing: 1 })
  })

  it("counts all draws at once against the member's limit and the game's", () => {
    const own = table({ limits: { daily: 4, drawnToday: 2 } })
    expect(obstacleOf(own, { ...free, count: 2 })).toBeUndefined()
    expect(obstacleOf(own, { ...free, count: 3 })).toEqual({ kind: 'ownLimit', daily: 4 })
    const game = table({ game: { drawsLeft: 2 } })
    expect(obstacleOf(game, { ...free, count: 2 })).toBeUndefined()
    expect(obstacleOf(game, { ...free, count: 3 })).toEqual({ kind: 'gameLimit' })
  })

  it('is a pause until it is over', () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    const past = new Date(Date.now() - 1000).toISOString()
    expect(obstacleOf(table({ limits: { pausedUntil: ahead } }), free)).toEqual({ kind: 'paused', until: ahead })
    expect(obstacleOf(table({ limits: { pausedUntil: past } }), free)).toBeUndefined()
  })

  it('names what nobody here can change before what more coins or a network would', () => {
    const poor = table({ game: { closed: 'sold out' as never, levelNeeded: 3 }, goldCoins: 0 })
    expect(obstacleOf(poor, { ...free, isOnline: false })).toEqual({ kind: 'closed', why: 'sold out' })
    expect(obstacleOf(table({ game: { levelNeeded: 3 } }), free)).toEqual({ kind: 'level', needed: 3 })
    expect(obstacleOf(table({ game: { levelNeeded: 3 } }), { ...free, level: undefined })).toBeUndefined()
    expect(obstacleOf(table(), { ...free, isOnline: false })).toEqual({ kind: 'offline' })
  })
})

describe('how many can be drawn at once', () => {
  it('is what the game allows, while points and limits are enough for it', () => {
    expect(choiceOf(table({ goldCoins: 100 }))).toEqual({ most: 5, limit: undefined })
  })

  it.each<[string, Change, number]>([
    ['points', { goldCoins: 79 }, 3],
    ['ownLimit', { limits: { daily: 10, drawnToday: 6 } }, 4],
    ['gameLimit', { game: { drawsLeft: 2 } }, 2],
  ])('is no more than %s pay for or leave, and says so', (kind, change, most) => {
    const choice = choiceOf(table(change))
    expect(choice).toMatchObject({ most, limit: { kind } })
    expect(obstacleOf(table(change), { count: most, isOnline: true, level: 1 })).toBeUndefined()
  })

  it('is one where not even that can be drawn: the button says why', () => {
    expect(choiceOf(table({ goldCoins: 19 }))).toEqual({ most: 1, limit: undefined })
    expect(choiceOf(table({ game: { closed: 'stopped' } }))).toEqual({ most: 1, limit: undefined })
  })
})

describe('the ring of cells', () => {
  it.each([
    [1, 8],
    [8, 8],
    [9, 10],
    [12, 12],
    [20, 20],
  ])('of %d slots has %d cells, each once and next to the one before', (slots, count) => {
    const { cells, columns, rows } = ringFor(slots)
    expect(cells).toHaveLength(count)
    expect(new Set(cells.map(String)).size).toBe(count)
    cells.forEach(([column, row], place) => {
      const [nextColumn, nextRow] = cells[(place + 1) % count] ?? [0, 0]
      expect(Math.abs(column - nextColumn) + Math.abs(row - nextRow)).toBe(1)
      expect([0, columns - 1].includes(column) || [0, rows - 1].includes(row)).toBe(true)
    })
  })

  it('is passed ever more slowly, and ends on time', () => {
    const times = slowingTimes(20)
    const gaps = times.map((it, step) => it - (times[step - 1] ?? 0))
    expect(times.at(-1)).toBe(1)
    expect(gaps.slice(1).every((it, step) => it > (gaps[step] ?? 0))).toBe(true)
  })
})
