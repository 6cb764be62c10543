import { Trans } from '@lingui/react/macro'
import type { UnitCard } from '#protocol/products.ts'
import { Chip } from '../../ui/chip.tsx'

/** A unit's income in a word (specification 4, draw status): 0 pending, 1 received, 2 cancelled. */
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
        <Trans>Cancelled</Trans>
      </Chip>
    )
  // Where nothing came in yet, nothing was received either.
  return claimed === 0 ? (
    <Chip>
      <Trans>Nothing to claim</Trans>
    </Chip>
  ) : (
    <Chip tone="positive" icon="check">
      <Trans>Received</Trans>
    </Chip>
  )
}
