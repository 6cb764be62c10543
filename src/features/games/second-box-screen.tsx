import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { Game } from '#protocol/games.ts'
import { classNames } from '../../ui/class-names.ts'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { Boxes } from './boxes.tsx'
import { ManyBoxesStage } from './many-boxes-stage.tsx'
import { boxStepMs, landingMs } from './landing.ts'

export const Route = createFileRoute('/subPages/box/index4')({ component: SecondBoxScreen })

function SecondBoxScreen() {
  const { t } = useLingui()
  const [wanted, setWanted] = useState(3)
  const countIn = ({ mostAtOnce }: Game) => Math.min(wanted, mostAtOnce)
  return (
    <Boxes
      kind="second box"
      route="/subPages/box/index4"
      count={countIn}
      landing={(draws) => landingMs.boxes + boxStepMs * (draws - 1)}
      renderStage={(props) => (
        <>
          <ManyBoxesStage {...props} count={countIn(props.game)} />
          {/* Its place stays: what is below must not jump when a draw begins. */}
          <div
            className={classNames(
              'flex flex-wrap items-center justify-between gap-3',
              props.phase !== 'idle' && 'invisible',
            )}
          >
            <span>
              <Trans>Boxes to open</Trans>
            </span>
            <QuantityStepper
              label={t`Boxes to open`}
              value={countIn(props.game)}
              max={props.game.mostAtOnce}
              onChange={setWanted}
            />
          </div>
        </>
      )}
    />
  )
}
