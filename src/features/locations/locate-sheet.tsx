import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Precision } from './locate.ts'

interface LocateSheetProps {
  isOpen: boolean
  onClose: () => void
  onChoose: (precision: Precision) => void
}

/** Says what becomes of the place before the browser asks for it, and how exact it needs to be. */
export function LocateSheet({ isOpen, onClose, onChoose }: LocateSheetProps) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Where are you?</Trans>}
      footer={
        <div className="flex flex-col gap-2">
          <Button wide onClick={() => onChoose('rough')}>
            <Trans>Approximate, to about a kilometre</Trans>
          </Button>
          <Button wide look="quiet" onClick={() => onChoose('exact')}>
            <Trans>Exact</Trans>
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3 text-ink-soft">
        <p>
          <Trans>Your browser asks you first. Your location stays on this device: distances are worked out here.</Trans>
        </p>
        <p>
          <Trans>
            An approximate location is enough to see what's in your city. An exact one helps with the last metres.
          </Trans>
        </p>
      </div>
    </Sheet>
  )
}
