import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Boxes } from './boxes.tsx'
import { landingMs } from './landing.ts'
import { NineBoxesStage } from './nine-boxes-stage.tsx'

export const Route = createFileRoute('/subPages/box/index3')({ component: BoxScreen })

function BoxScreen() {
  return (
    <Boxes
      kind="box"
      route="/subPages/box/index3"
      countAt={() => 1}
      landing={() => landingMs.box}
      renderStage={(props) => (
        <>
          <NineBoxesStage {...props} />
          <p className="text-center text-small text-pretty text-ink-soft">
            <Trans>All nine have the same odds: the seeds decide, not the box you choose.</Trans>
          </p>
        </>
      )}
    />
  )
}
