import { Trans } from '@lingui/react/macro'
import { Chip } from '../ui/chip.tsx'

/** Stands in place of a service state: a machine that was closed for good is in none. */
export function MachineClosedChip() {
  return (
    <Chip icon="info">
      <Trans>Machine closed</Trans>
    </Chip>
  )
}
