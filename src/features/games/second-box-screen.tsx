import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { Boxes } from './boxes.tsx'
import { ChoiceLimit } from './choice-limit.tsx'
import { ManyBoxesStage } from './many-boxes-stage.tsx'
import { boxStepMs, landingMs } from './landing.ts'
import { choiceOf } from './obstacle.ts'

export const Route = createFileRoute('/subPages/box/index4')({ component: SecondBoxScreen })

function SecondBoxScreen() {
  const { t } = useLingui()
  const [wanted, setWanted] = useState(3)
  return (
    <Boxes
      kind="second box"
      route="/subPages/box/index4"
      countAt={(table) => Math.min(wanted, choiceOf(table).most)}
      landing={(draws) => landingMs.boxes + boxStepMs * (draws - 1)}
      renderStage={(props, { table, count }) => {
        const choice = choiceOf(table)
        return (
          <>
            <ManyBoxesStage {...props} count={count} />
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
              <QuantityStepper label={t`Boxes to open`} value={count} max={choice.most} onChange={setWanted} />
              <ChoiceLimit choice={choice} />
            </div>
          </>
        )
      }}
    />
  )
}
