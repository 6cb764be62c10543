import { Trans } from '@lingui/react/macro'
import { use } from 'react'
import { answerLocation, type LocationAsker } from '../../entities/location-request.ts'
import type { Position } from '../../lib/distance.ts'
import { Button } from '../../ui/button.tsx'
import { BackContext } from '../../ui/screen.tsx'
import { coordinatesText } from './directions.ts'

/** Hands the spot under the pin to the screen that asked, and returns there. */
export function PickBar({ asker, spot }: { asker: LocationAsker; spot: Position | undefined }) {
  const back = use(BackContext)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="figures flex-[1_1_9rem] text-small text-ink-soft">
        {spot && <bdi dir="ltr">{coordinatesText(spot)}</bdi>}
      </output>
      <div className="min-w-0 flex-[2_1_12rem]">
        <Button
          wide
          icon="map-pin"
          disabled={!spot}
          onClick={() => {
            if (!spot) return
            answerLocation(asker, spot)
            back()
          }}
        >
          <Trans>Use this place</Trans>
        </Button>
      </div>
    </div>
  )
}
