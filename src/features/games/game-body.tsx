import { Trans } from '@lingui/react/macro'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { Banner } from '../../ui/banner.tsx'
import { BalanceLine } from './balance-line.tsx'
import { Fairness } from './fairness.tsx'
import { GameLinks, OtherGames } from './game-links.tsx'
import { isStill } from '../../lib/still.ts'
import { OddsList } from './odds-list.tsx'
import { ResultSheet } from './result-sheet.tsx'
import { ring } from './sound.ts'
import type { Table } from './table.ts'
import { useHeld } from './use-held.ts'
import type { Playing } from './use-playing.ts'
import { useResultWords } from './use-result-words.ts'

interface GameBodyProps {
  /** The game's own address, which isn't offered again. */
  route: string
  table: Table
  playing: Playing
  inviteGoldCoins: number | undefined
  /** The game as a picture, which moves, and choices that belong to it. */
  children: ReactNode
}

/** What is common to the four games: points, stage, outcome, odds, fairness, ways on. */
export function GameBody({ route, table, playing, inviteGoldCoins, children }: GameBodyProps) {
  const { result, close, isUnknown, isChecking, check, error, draws, phase } = playing
  const seed = useHeld(table.seed, phase !== 'idle')
  const reason = useRejectionReason()
  const words = useResultWords()
  const stage = useRef<HTMLDivElement>(null)
  // Who reads the odds further down and presses the button should see what it starts.
  useEffect(() => {
    if (phase !== 'idle')
      stage.current?.scrollIntoView({ block: 'nearest', behavior: isStill() ? 'instant' : 'smooth' })
  }, [phase])
  const isWin = result?.some((it) => it.prize !== null)
  useEffect(() => (isWin === undefined ? undefined : ring(isWin)), [isWin])
  return (
    <>
      <BalanceLine table={table} inviteGoldCoins={inviteGoldCoins} />
      <section className="flex flex-col gap-4">
        {table.game.line && <p className="text-pretty text-ink-soft">{table.game.line}</p>}
        <div ref={stage} className="flex scroll-mt-12 flex-col gap-4">
          {children}
        </div>
        {/* Always present: screen readers announce only changes of an existing status. */}
        <p role="status" className="sr-only">
          {phase === 'idle' && draws.length > 0 && words(draws)}
        </p>
        {isUnknown && <UnknownBanner onCheck={check} isChecking={isChecking} />}
        {error !== undefined && (
          <Banner tone="danger" icon="warning">
            {reason(error)} <Trans>You weren't charged and nothing was drawn.</Trans>
          </Banner>
        )}
      </section>
      <Below route={route} game={table.game} seed={seed} lastDraw={phase === 'idle' ? draws.at(-1)?.id : undefined} />
      <ResultSheet draws={result} onClose={close} />
    </>
  )
}

interface BelowProps extends Pick<Table, 'game' | 'seed'> {
  route: string
  lastDraw: string | undefined
}

/**
 * What stands below the stage. It isn't rendered again while the stage moves: that would cost a slow phone its frames
 * (docs/performance.md, "The games at play").
 */
const Below = memo(function Below({ route, game, seed, lastDraw }: BelowProps) {
  return (
    <>
      <OddsList game={game} />
      <Fairness game={game} seed={seed} />
      <GameLinks lastDraw={lastDraw} />
      <OtherGames route={route} />
    </>
  )
})
