import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { boxBuy } from '#protocol/games.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { useCommand } from '../../outbox/use-command.ts'
import { FilterBar } from '../../ui/choice.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { memberSeed } from './device-choices.ts'
import { GameBody } from './game-body.tsx'
import { LimitsButton } from './limits-button.tsx'
import { NoGame } from './no-game.tsx'
import { PlayBar } from './play-bar.tsx'
import { boxesOf } from './queries.ts'
import type { StageProps, Table } from './table.ts'
import { useHeld } from './use-held.ts'
import { useAfterPlay, usePlaying } from './use-playing.ts'

interface BoxesProps {
  kind: 'box' | 'second box'
  route: string
  /** How many are opened at once. */
  countAt: (table: Table) => number
  renderStage: (props: StageProps, round: { table: Table; count: number }) => ReactNode
  /** Milliseconds from the answer to the result of so many draws. */
  landing: (draws: number) => number
}

/** The boxes of one kind; where there are several games of it, the member chooses. */
export function Boxes({ kind, route, countAt, renderStage, landing }: BoxesProps) {
  const { t } = useLingui()
  const read = boxesOf(kind)
  const query = useQuery(read)
  const [chosen, choose] = useState<string>()
  const after = useAfterPlay(read.queryKey)
  const fresh = query.data?.items.find((it) => it.id === chosen) ?? query.data?.items[0]
  // A game that the operator takes away leaves its last round; only a choice of the member's begins another.
  const command = useCommand(boxBuy, { of: chosen, concerns: (args) => args.boxId === fresh?.id, onOutcome: after })
  const playing = usePlaying(command, {
    of: chosen,
    isOurs: ({ call, args }) => call === boxBuy.path && args['boxId'] === fresh?.id,
    landing,
  })
  const game = useHeld(fresh, playing.phase !== 'idle')
  const table = query.data && game && { ...query.data, game }
  // What a round costs leaves points for fewer boxes, while the round is still shown.
  const count = useHeld(table ? countAt(table) : 1, playing.phase !== 'idle')
  const items = query.data?.items ?? []
  return (
    <Screen
      actions={<LimitsButton limits={table?.limits} />}
      bottom={
        table && (
          <PlayBar
            table={table}
            playing={playing}
            inviteGoldCoins={undefined}
            count={count}
            onPlay={() =>
              void command.run({
                boxId: table.game.id,
                count,
                seedHash: table.seed.seedHash,
                memberSeed: memberSeed(),
                odds: table.game.odds,
                expectedPrice: table.game.price.amount * count,
              })
            }
          />
        )
      }
    >
      <CommandSheet {...command.sheet} />
      <QueryStates
        query={query}
        skeleton={<DetailSkeleton />}
        isEmpty={(data) => data.items.length === 0}
        empty={<NoGame route={route} art="gift-box" title={<Trans>No boxes right now</Trans>} />}
      >
        {() =>
          table && (
            <GameBody route={route} table={table} playing={playing} inviteGoldCoins={undefined}>
              {items.length > 1 && playing.phase === 'idle' && (
                <FilterBar
                  label={t`Which game`}
                  options={items.map((it) => ({ value: it.id, text: it.name }))}
                  value={table.game.id}
                  onChange={choose}
                />
              )}
              {renderStage({ game: table.game, phase: playing.phase, draws: playing.draws }, { table, count })}
            </GameBody>
          )
        }
      </QueryStates>
    </Screen>
  )
}
