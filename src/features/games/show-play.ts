import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'
import { boxList, lotteryInfo, type Game, type PlayLimits } from '#protocol/games.ts'
import { amendAnswer } from '../../cache/amend-answer.ts'
import type { Played } from './use-round.ts'

/** Shows limits as a command has answered them in every game, until the games are read again. */
export function showLimits(client: QueryClient, limits: PlayLimits): void {
  for (const { path } of [lotteryInfo, boxList])
    for (const { queryKey } of client.getQueryCache().findAll({ queryKey: [path] }))
      amendAnswer(client, { queryKey: queryKey as DataTag<QueryKey, object, Error> }, (it) => ({ ...it, limits }))
}

/** Shows in a game what a draw has answered besides its result, until the game is read again. */
export function showPlayed<T extends object, E>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, E>,
  { game, seed, limits, goldCoins, luckyBalls }: Played,
): void {
  amendAnswer(client, { queryKey }, (it) => ({
    ...it,
    ...(game && withGame(it, game)),
    seed,
    limits,
    goldCoins,
    luckyBalls,
  }))
}

/** The game's odds are those of the next draw: a lottery's answer has one game, that of boxes a list. */
function withGame(answer: object, game: Game): object {
  if ('game' in answer) return { game }
  const { items = [] } = answer as { items?: readonly Game[] }
  return { items: items.map((it) => (it.id === game.id ? game : it)) }
}
