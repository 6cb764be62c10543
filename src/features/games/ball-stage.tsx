import { memo, useEffect } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { SlotArt } from './art.tsx'
import { tick } from './sound.ts'
import { placeOf, type StageProps } from './table.ts'
import { useAnimation } from './use-animation.ts'

const colours = ['bg-(--art-main)', 'bg-(--art-rose)', 'bg-(--art-leaf)', 'bg-(--art-sun)', 'bg-(--art-deep)'] as const
/** Where balls lie at rest, in their own widths from the middle of the glass. */
const heap: readonly (readonly [x: number, y: number])[] = [
  [-1.55, 1.35],
  [-0.52, 1.72],
  [0.52, 1.72],
  [1.55, 1.35],
  [-1.05, 0.55],
  [0, 0.78],
  [1.05, 0.55],
  [-0.5, -0.18],
  [0.55, -0.2],
]
const mixMs = 1400
const fallMs = 900

/** A machine that whirls its balls while the server draws, then lets one fall and opens it. */
export const BallStage = memo(function BallStage({ game, phase, draws }: StageProps) {
  const drawn = draws[0] && game.slots[placeOf(draws[0], game)]
  const isOut = phase === 'landing' || (phase === 'idle' && draws.length > 0)
  useEffect(
    () => (phase === 'landing' ? tick([0, 250, 480, 690, 880, 1050, 1200, mixMs, mixMs + fallMs]) : undefined),
    [phase],
  )
  const prize = useAnimation<HTMLDivElement>(`${phase} ${draws[0]?.id}`, (it) =>
    phase === 'landing'
      ? [
          it.animate(
            [
              { transform: 'scale(0)', opacity: 0 },
              { transform: 'scale(1.15)', opacity: 1, offset: 0.7 },
              { transform: 'scale(1)', opacity: 1 },
            ],
            { delay: mixMs + fallMs - 100, duration: 320, fill: 'both', easing: 'ease-out' },
          ),
        ]
      : [],
  )
  return (
    <div aria-hidden className="mx-auto flex w-64 max-w-full flex-col items-center forced-color-adjust-none">
      <div className="relative grid aspect-square w-56 max-w-full place-items-center rounded-full bg-(--art-glass)/45 shadow-card ring-4 ring-(--art-pale)">
        <span className="absolute inset-s-9 top-6 h-14 w-6 -rotate-[-35deg] rounded-full bg-(--art-paper)/60" />
        {heap.map((rest, place) => (
          <Ball
            key={place}
            place={place}
            rest={rest}
            phase={phase}
            isDrawn={place === 5 && isOut}
            drawId={draws[0]?.id}
          />
        ))}
      </div>
      <div className="relative -mt-5 flex w-64 max-w-full flex-col items-center rounded-lg bg-(--art-deep) px-6 pt-5 pb-4">
        <span className="absolute inset-x-3 top-0 h-3 rounded-full bg-(--art-main)" />
        <div className="grid h-24 w-full place-items-center rounded-md bg-(--art-dark)">
          <div ref={prize} className={classNames('size-20', !drawn && 'opacity-0')}>
            {drawn && <SlotArt art={drawn.art} size="cell" />}
          </div>
        </div>
      </div>
    </div>
  )
})

interface BallProps {
  place: number
  rest: readonly [x: number, y: number]
  phase: StageProps['phase']
  /** True for the ball that has left the glass. */
  isDrawn: boolean
  drawId: string | undefined
}

function Ball({ place, rest: [x, y], phase, isDrawn, drawId }: BallProps) {
  const at = (across: number, down: number) => `translate(${across * 100}%, ${down * 100}%)`
  const ball = useAnimation<HTMLDivElement>(`${phase} ${drawId}`, (it) => {
    if (phase === 'idle') return []
    const path = whirl(place).map(([across, down]) => ({ transform: at(across, down) }))
    const mixing = (iterations: number) =>
      it.animate([{ transform: at(x, y) }, ...path, { transform: at(x, y) }], {
        duration: mixMs / 2 + place * 31,
        iterations,
        easing: 'linear',
      })
    if (phase === 'waiting') return [mixing(Number.POSITIVE_INFINITY)]
    if (!isDrawn) return [mixing(2)]
    return [
      it.animate(
        [
          { transform: at(x, y), opacity: 1 },
          ...path.slice(0, 4).map((step) => ({ ...step, opacity: 1 })),
          { transform: at(0, 1.9), opacity: 1, offset: mixMs / (mixMs + fallMs), easing: 'ease-in' },
          { transform: at(0, 3.9), opacity: 1, offset: 0.97 },
          { transform: at(0, 3.9), opacity: 0 },
        ],
        { duration: mixMs + fallMs, fill: 'forwards' },
      ),
    ]
  })
  return (
    <div
      ref={ball}
      className={classNames(
        'absolute grid size-11 place-items-center rounded-full will-change-transform',
        colours[place % colours.length],
        isDrawn && phase === 'idle' && 'opacity-0',
      )}
      style={{ transform: at(x, y) }}
    >
      <span className="size-5 -translate-x-0.5 -translate-y-0.5 rounded-full bg-(--art-paper)/90" />
    </div>
  )
}

/** Points within the glass, another way for each ball. Its shape is fixed: chance has no part in the picture. */
function whirl(place: number): [x: number, y: number][] {
  return Array.from({ length: 6 }, (_, step) => {
    const angle = place * 2.4 + step * 2.15
    const reach = 0.9 + ((place * 7 + step * 5) % 9) / 10
    return [Math.cos(angle) * reach, Math.sin(angle) * reach - 0.1]
  })
}
