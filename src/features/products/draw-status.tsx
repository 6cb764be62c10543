import { Trans } from '@lingui/react/macro'
import type { UnitCard } from '#protocol/products.ts'
import { Chip } from '../../ui/chip.tsx'

/** The state of a unit's income in one word (specification 4, draw status): 0 pending, 1 received, 2 cancelled. */
export function DrawStatusChip({ unit: { drawStatus, claimed } }: { unit: Pick<UnitCard, 'drawStatus' | 'claimed'> }) {
  if (drawStatus === 0)
    return (
      <Chip tone="accent">
        <Trans>To claim</Trans>
      </Chip>
    )
  if (drawStatus === 2)
    return (
      <Chip icon="close">
        <Trans context="unit">Cancelled</Trans>
      </Chip>
    )
  // A status that only a newer server knows.
  if (drawStatus !== 1)
    return (
      <Chip icon="info">
        <Trans>Other status</Trans>
      </Chip>
    )
  // Status 1 also covers units that never earned anything, so "Claimed" would be wrong for them.
  return claimed === 0 ? (
    <Chip>
      <Trans>Nothing to claim</Trans>
    </Chip>
  ) : (
    <Chip tone="positive" icon="check">
      <Trans>Claimed</Trans>
    </Chip>
  )
}
