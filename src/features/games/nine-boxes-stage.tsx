import { useLingui } from '@lingui/react/macro'
import { memo, useEffect, useId, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { OpeningBox } from './opening-box.tsx'
import { tick } from './sound.ts'
import { placeOf, type StageProps } from './table.ts'

const boxes = 9
const middle = 4

/** Nine boxes, of which the member chooses one. The choice changes no odds: the seeds draw. */
export const NineBoxesStage = memo(function NineBoxesStage({ game, phase, draws }: StageProps) {
  const { t } = useLingui()
  const name = useId()
  const [chosen, choose] = useState(middle)
  const drawn = draws[0] && game.slots[placeOf(draws[0], game)]
  useEffect(() => (phase === 'landing' ? tick([0, 120]) : undefined), [phase])
  return (
    <div role="radiogroup" aria-label={t`Which box to open`} className="grid grid-cols-3 gap-2">
      {Array.from({ length: boxes }, (_, place) => {
        const isChosen = place === chosen
        const number = place + 1
        return (
          <label
            key={place}
            className={classNames(
              'relative grid cursor-pointer rounded-lg border-2 p-2 transition-opacity duration-(--calm)',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              isChosen ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
              !isChosen && phase !== 'idle' && 'opacity-45',
            )}
          >
            <input
              type="radio"
              name={name}
              aria-label={t`Box ${number}`}
              checked={isChosen}
              disabled={phase !== 'idle'}
              onChange={() => choose(place)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
            />
            <span className="pointer-events-none mx-auto w-full max-w-28">
              <OpeningBox
                phase={phase}
                art={isChosen ? (drawn?.art ?? (draws.length > 0 ? 'nothing' : undefined)) : undefined}
                isMoving={isChosen}
                drawId={draws[0]?.id}
                colour={place}
              />
            </span>
          </label>
        )
      })}
    </div>
  )
})
