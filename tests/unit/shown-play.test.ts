import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PlayLimits } from '#protocol/games.ts'
import { boxesOf, lotteryOf } from '#src/features/games/queries.ts'
import { showLimits, showPlayed } from '#src/features/games/show-play.ts'
import { aGame } from '#tests/support/a-draw.ts'
import type { Played } from '#src/features/games/use-round.ts'

const before = { daily: null, drawnToday: 2, next: null, pausedUntil: null } satisfies PlayLimits
const after = { ...before, daily: 5 } satisfies PlayLimits
const keys = [lotteryOf('gold'), lotteryOf('lucky'), boxesOf('box')].map((it): readonly unknown[] => it.queryKey)

/** A device that has read the lotteries and the boxes of one kind long ago; the last of them is out of date. */
function device() {
  const client = new QueryClient()
  for (const key of keys) client.setQueryData(key, { game: 'as it was', limits: before }, { updatedAt: 1000 })
  client
    .getQueryCache()
    .find({ queryKey: boxesOf('box').queryKey })
    ?.invalidate()
  return client
}

test('saved limits are shown by every game, whose odds stay as old as they were', () => {
  const client = device()
  showLimits(client, after)
  const states = keys.map((key) => client.getQueryState(key))
  expect(states.map((it) => it?.data)).toEqual(keys.map(() => ({ game: 'as it was', limits: after })))
  expect(states.map((it) => [it?.dataUpdatedAt, it?.isInvalidated])).toEqual([
    [1000, false],
    [1000, false],
    [1000, true],
  ])
})

test('limits are made up for no game that was never read', () => {
  const client = new QueryClient()
  void client.prefetchQuery({ queryKey: lotteryOf('gold').queryKey, queryFn: () => new Promise(() => {}) })
  showLimits(client, after)
  expect(client.getQueriesData({}).map(([, it]) => it)).toEqual([undefined])
})

test('a draw tells the odds of the next one, in a lottery and among the boxes of a kind', () => {
  const client = new QueryClient()
  const [lottery, boxes] = [lotteryOf('gold').queryKey, boxesOf('box').queryKey]
  const [played, other] = [aGame({ odds: 'next' }), aGame({ id: 'other' })]
  const told = { draws: [], game: played, seed: 'next', limits: after } as unknown as Played
  const read = client as { setQueryData: (key: readonly unknown[], data: object) => void }
  read.setQueryData(lottery, { game: aGame() })
  read.setQueryData(boxes, { items: [aGame(), other] })
  showPlayed(client, lottery, told)
  showPlayed(client, boxes, told)
  expect(client.getQueryData(lottery)).toMatchObject({ game: { odds: 'next' } })
  expect(client.getQueryData(boxes)).toMatchObject({ items: [played, other] })
})

test('a draw of an earlier server tells the seed, the limits and the points of its game, and nothing of the odds', () => {
  const client = device()
  const told = { seed: 'next', limits: after, goldCoins: 40, luckyBalls: 3 }
  const { queryKey } = boxesOf('box')
  showPlayed(client, queryKey, { draws: [], ...told } as unknown as Played)
  expect(client.getQueryState(queryKey)).toMatchObject({
    data: { game: 'as it was', ...told },
    dataUpdatedAt: 1000,
    isInvalidated: true,
  })
  expect(client.getQueryData(lotteryOf('gold').queryKey)).toEqual({ game: 'as it was', limits: before })
})
