import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { lotteryOpen } from '#protocol/games.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { useCommand } from '../../outbox/use-command.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { memberSeed } from './device-choices.ts'
import { GameBody } from './game-body.tsx'
import { LimitsButton } from './limits-button.tsx'
import { NoGame } from './no-game.tsx'
import { PlayBar } from './play-bar.tsx'
import { lotteryOf } from './queries.ts'
import type { StageProps } from './table.ts'
import { useHeld } from './use-held.ts'
import { useAfterPlay, usePlaying } from './use-playing.ts'

interface LotteryProps {
  kind: 'gold' | 'lucky'
  route: string
  Stage: ComponentType<StageProps>
  /** Milliseconds from the answer to the result. */
  landingMs: number
}

/** One of the two lotteries, which differ in their points and in their stage. */
export function Lottery({ kind, route, Stage, landingMs }: LotteryProps) {
  const read = lotteryOf(kind)
  const query = useQuery(read)
  const after = useAfterPlay(read.queryKey)
  const command = useCommand(lotteryOpen, { concerns: (args) => args.kind === kind, onOutcome: after })
  const playing = usePlaying(command, {
    isOurs: ({ call, args }) => call === lotteryOpen.path && args['kind'] === kind,
    landing: () => landingMs,
  })
  const game = useHeld(query.data?.game, playing.phase !== 'idle')
  const table = query.data && game && { ...query.data, game }
  return (
    <Screen
      actions={<LimitsButton limits={table?.limits} />}
      bottom={
        table && (
          <PlayBar
            table={table}
            playing={playing}
            inviteGoldCoins={table.inviteGoldCoins}
            onPlay={() =>
              void command.run({
                kind,
                seedHash: table.seed.seedHash,
                memberSeed: memberSeed(),
                odds: game.odds,
                expectedPrice: game.price.amount,
              })
            }
          />
        )
      }
    >
      <CommandSheet {...command.sheet} />
      {!query.data && isNotFound(query.error) ? (
        <NoGame route={route} art="no-prizes" title={<Trans>No lottery of this kind right now</Trans>} />
      ) : (
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {() =>
            table && (
              <GameBody route={route} table={table} playing={playing} inviteGoldCoins={table.inviteGoldCoins}>
                <Stage game={table.game} phase={playing.phase} draws={playing.draws} />
              </GameBody>
            )
          }
        </QueryStates>
      )}
    </Screen>
  )
}
