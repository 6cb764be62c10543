import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GameLinks, OtherGames } from './game-links.tsx'
import { placeOf } from './places.ts'
import { jackpots } from './queries.ts'

interface NoGameProps {
  /** The address of the kind that has no game. */
  route: string
  art: 'gift-box' | 'no-prizes'
  title: ReactNode
}

/** The operator offers no game of a kind: the kinds that have one, and what the member drew before. */
export function NoGame({ route, art, title }: NoGameProps) {
  const lotteries = useQuery(jackpots.lotteries).data
  const boxes = useQuery(jackpots.boxes).data
  const isKnown = lotteries !== undefined && boxes !== undefined
  const open = isKnown ? [...lotteries.items, ...boxes.items].map((it) => placeOf(it.kind)) : undefined
  const hasOther = open === undefined || open.some((it) => it !== undefined && it !== route)
  return (
    <>
      <EmptyState art={art} title={title} action={hasOther && <OtherGames route={route} open={open} />}>
        {hasOther ? (
          <Trans>The operator offers none of these right now. These are the other games.</Trans>
        ) : (
          <Trans>The operator offers no games right now. What you drew before stays here.</Trans>
        )}
      </EmptyState>
      <GameLinks lastDraw={undefined} />
    </>
  )
}
