import { Plural, Trans } from '@lingui/react/macro'
import { UnitSparkline, UnitStateChip } from '../../entities/unit-words.tsx'
import { Icon } from '../../ui/icon.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { stepRows } from '../../ui/two-panes.tsx'
import { togetherOf, type UnitGroup } from './unit-groups.ts'

interface GroupRowProps {
  group: UnitGroup
  isOpen: boolean
  onToggle: () => void
}

/** Several units of one machine in one row, which opens to them. */
export function GroupRow({ group, isOpen, onToggle }: GroupRowProps) {
  const unit = togetherOf(group)
  if (!unit) return null
  const { name, pending, claimed, currency } = unit
  return (
    <button type="button" aria-expanded={isOpen} onClick={onToggle} onKeyDown={stepRows} className={rowLinkClass}>
      <span className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 text-start">
        <span className="grid size-[3.5rem] shrink-0 place-items-center rounded-full bg-accent-soft text-center text-accent-ink">
          <span>
            <span className="block leading-[1.25] font-strong">{group.units.length}</span>
            <span className="block text-small leading-none">
              <Plural value={group.units.length} one="unit" other="units" />
            </span>
          </span>
        </span>
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
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="small" className="text-ink-soft" />
      </span>
    </button>
  )
}
