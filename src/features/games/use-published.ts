import { useQuery } from '@tanstack/react-query'
import type { Draw, Game } from '#protocol/games.ts'
import { boxesOf, lotteryOf } from './queries.ts'

/** The game of a draw as it is offered now; undefined where that isn't known. */
export function usePublished({ game, kind }: Pick<Draw, 'game' | 'kind'>): Game | undefined {
  const isLottery = kind === 'gold lottery' || kind === 'lucky lottery'
  const isBox = kind === 'box' || kind === 'second box'
  const lottery = useQuery({ ...lotteryOf(kind === 'lucky lottery' ? 'lucky' : 'gold'), enabled: isLottery }).data
  const boxes = useQuery({ ...boxesOf(kind === 'second box' ? 'second box' : 'box'), enabled: isBox }).data
  return isLottery ? lottery?.game : boxes?.items.find((it) => it.id === game)
}
