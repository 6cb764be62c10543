import { memo, useEffect } from 'react'
import type { Slot } from '#protocol/games.ts'
import { classNames } from '../../ui/class-names.ts'
import { GameArt, SlotArt } from './art.tsx'
import { landingMs } from './landing.ts'
import { slotsOfNext } from './odds.ts'
import { ringFor, slowingTimes } from './ring.ts'
import { tick } from './sound.ts'
import { placeOf, type StageProps } from './table.ts'
import { useAnimation } from './use-animation.ts'
import { useOddsText } from './use-odds-text.ts'

/** Milliseconds of one cell while the server draws. */
const cellMs = 75
const restMs = 600

/** Prizes in a ring with a light that runs round, and slows down towards the drawn one. */
export const GridStage = memo(function GridStage({ game, phase, draws }: StageProps) {
  const { art } = game
  const slots = slotsOfNext(game)
  const { columns, rows, cells } = ringFor(slots.length)
  const percents = useOddsText(slots)
  const drawn = draws[0] ? placeOf(draws[0], game) : -1
  const isOver = phase === 'idle' && drawn >= 0

  const at = (place: number) => {
    const [column, row] = cells[place % cells.length] ?? [0, 0]
    const side = document.documentElement.dir === 'rtl' ? -1 : 1
    return `translate(calc(${column * side} * (100% + 0.5rem)), calc(${row} * (100% + 0.5rem)))`
  }
  const steps = 2 * cells.length + Math.max(0, drawn) + 1
  const times = slowingTimes(steps)
  const light = useAnimation<HTMLDivElement>(`${phase} ${draws[0]?.id}`, (it) => {
    const jump = (place: number, offset?: number) => ({
      transform: at(place),
      easing: 'steps(1, end)',
      ...(offset !== undefined && { offset }),
    })
    if (phase === 'waiting')
      return [
        it.animate(
          [...cells, cells[0]].map((_, place) => jump(place)),
          { duration: cells.length * cellMs, iterations: Number.POSITIVE_INFINITY },
        ),
      ]
    if (phase !== 'landing') return []
    return [
      it.animate([jump(0, 0), ...times.map((time, step) => jump(step, time))], {
        duration: landingMs.grid - restMs,
        fill: 'forwards',
      }),
    ]
  })
  useEffect(
    () => (phase === 'landing' ? tick(slowingTimes(steps).map((it) => it * (landingMs.grid - restMs))) : undefined),
    [phase, steps],
  )

  return (
    <div aria-hidden className="rounded-xl bg-(--art-main) p-3 shadow-card">
      <div
        className="grid gap-2 rounded-lg"
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
        }}
      >
        {cells.map(([column, row], place) => (
          <div key={place} style={{ gridColumn: column + 1, gridRow: row + 1 }}>
            <Cell slot={slots[place]} percent={percents[place]?.percent} isDrawn={isOver && place === drawn} />
          </div>
        ))}
        <div className="grid place-items-center p-1" style={{ gridColumn: `2 / ${columns}`, gridRow: `2 / ${rows}` }}>
          <GameArt art={art} size="h-full max-h-28 w-full" />
        </div>
        <div
          ref={light}
          className={classNames(
            'pointer-events-none rounded-md border-4 border-(--art-sun) shadow-float will-change-transform',
            phase === 'idle' && !isOver && 'opacity-0',
          )}
          style={{ gridColumn: 1, gridRow: 1, transform: at(Math.max(0, drawn)) }}
        />
      </div>
    </div>
  )
})

interface CellProps {
  slot: Slot | undefined
  percent: string | undefined
  isDrawn: boolean
}

/** Large text doesn't fit three cells side by side; the list of prizes below says the same in its full size. */
const cellText = 'text-[min(var(--text-small),max(13px,4.2vw))]'

function Cell({ slot, percent, isDrawn }: CellProps) {
  return (
    <div
      className={classNames(
        'flex h-full min-h-22 flex-col items-center justify-between gap-1 rounded-md px-1 py-2 text-center',
        isDrawn ? 'bg-warning-soft' : 'bg-surface',
        slot?.weight === 0 && 'opacity-45',
      )}
    >
      {slot && (
        <>
          <SlotArt art={slot.art} />
          <span className={classNames(cellText, 'leading-tight wrap-anywhere')}>{slot.name}</span>
          <span className={classNames(cellText, 'figures font-strong text-accent-ink')}>{percent}</span>
        </>
      )}
    </div>
  )
}
