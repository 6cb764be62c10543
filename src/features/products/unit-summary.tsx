import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { UnitCard } from '#protocol/products.ts'
import { UnitSparkline, UnitStateChip } from '../../entities/unit-words.tsx'
import { Money } from '../../ui/money.tsx'

interface UnitSummaryProps {
  /** One unit, or several of a machine as if they were one (unit-groups.ts). */
  unit: UnitCard
  /** Said where nothing is to be claimed. */
  children: ReactNode
}

/** A unit's name, the state of its machine, its last month, what is to be claimed and what was. */
export function UnitSummary({ unit, children }: UnitSummaryProps) {
  const { name, pending, claimed, currency } = unit
  return (
    <span className="flex min-w-0 flex-[1_1_8.5rem] flex-col gap-1.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-strong wrap-anywhere">{name}</span>
        <UnitStateChip unit={unit} />
      </span>
      <span className="flex flex-wrap items-end justify-between gap-3">
        <span className="min-w-0 flex-[1_1_5rem] text-small text-ink-soft">
          <span className="block">
            {pending > 0 ? (
              <Trans>
                <Money value={pending} currency={currency} /> to claim
              </Trans>
            ) : (
              children
            )}
          </span>
          <span className="block">
            <Trans>
              <Money value={claimed} currency={currency} /> claimed
            </Trans>
          </span>
        </span>
        <span className="w-24 shrink-0">
          <UnitSparkline unit={unit} />
        </span>
      </span>
    </span>
  )
}
