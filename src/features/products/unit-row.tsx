import { Trans } from '@lingui/react/macro'
import type { UnitCard } from '#protocol/products.ts'
import { TermRing } from './term-ring.tsx'
import { UnitSummary } from './unit-summary.tsx'

/** A unit of a list: the rest of its term and its summary. With large text the ring stands above the text. */
export function UnitRow({ unit }: { unit: UnitCard }) {
  return (
    <span className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 text-start">
      <TermRing unit={unit} size="small" />
      <UnitSummary unit={unit}>
        {unit.drawStatus === 2 ? (
          <Trans context="unit">Cancelled</Trans>
        ) : unit.claimed > 0 ? (
          <Trans>Claimed</Trans>
        ) : (
          <Trans>Nothing to claim</Trans>
        )}
      </UnitSummary>
    </span>
  )
}
