import { Trans } from '@lingui/react/macro'
import { Chip } from '../ui/chip.tsx'

/** Stands at the end of a row whose daily task is done. */
export function DoneToday() {
  return (
    <Chip tone="positive" icon="check">
      <Trans>Done today</Trans>
    </Chip>
  )
}
