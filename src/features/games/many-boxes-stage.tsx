import { memo, useEffect } from 'react'
import { boxStepMs } from './landing.ts'
import { OpeningBox } from './opening-box.tsx'
import { tick } from './sound.ts'
import { placeOf, type StageProps } from './table.ts'

/** As many boxes as are bought at once; they open one after the other. */
export const ManyBoxesStage = memo(function ManyBoxesStage({
  game,
  phase,
  draws,
  count,
}: StageProps & { count: number }) {
  const shown = draws.length > 0 ? draws.length : count
  useEffect(
    () => (phase === 'landing' ? tick(Array.from({ length: shown }, (_, place) => place * boxStepMs)) : undefined),
    [phase, shown],
  )
  return (
    <div
      aria-hidden
      className="flex min-h-40 flex-wrap items-center justify-center gap-2 rounded-xl bg-accent-soft p-4"
    >
      {Array.from({ length: shown }, (_, place) => {
        const draw = draws[place]
        const slot = draw && game.slots[placeOf(draw, game)]
        return (
          <div key={place} className={shown === 1 ? 'w-40' : shown <= 4 ? 'w-28' : 'w-20'}>
            <OpeningBox
              phase={phase}
              art={draw && (slot?.art ?? 'nothing')}
              delay={place * boxStepMs}
              drawId={draw?.id}
              colour={place}
            />
          </div>
        )
      })}
    </div>
  )
})
