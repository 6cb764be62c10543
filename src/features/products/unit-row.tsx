import { Trans } from '@lingui/react/macro'
import type { UnitCard } from '#protocol/products.ts'
import { Money } from '../../ui/money.tsx'
import { UnitSparkline, UnitStateChip } from '../../entities/unit-words.tsx'
import { TermRing } from './term-ring.tsx'

/**
 * A unit of a list: the rest of its term, the state of its machine, its last month, and its earnings. With large text
 * the ring stands above the text.
 */
export function UnitRow({ unit }: { unit: UnitCard }) {
  const { name, pending, claimed, currency, drawStatus } = unit
  return (
    <span className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 text-start">
      <TermRing unit={unit} size="small" />
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
              ) : drawStatus === 2 ? (
                <Trans context="unit">Cancelled</Trans>
              ) : claimed > 0 ? (
                <Trans>Claimed</Trans>
              ) : (
                <Trans>Nothing to claim</Trans>
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
    </span>
  )
}
