import { Plural, Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icon.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { stepRows } from '../../ui/two-panes.tsx'
import { togetherOf, type UnitGroup } from './unit-groups.ts'
import { UnitSummary } from './unit-summary.tsx'

interface GroupRowProps {
  group: UnitGroup
  isOpen: boolean
  onToggle: () => void
}

/** Several units of one machine in one row, which opens to them. */
export function GroupRow({ group, isOpen, onToggle }: GroupRowProps) {
  const unit = togetherOf(group)
  if (!unit) return null
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
        <UnitSummary unit={unit}>
          <Trans>Nothing to claim</Trans>
        </UnitSummary>
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="small" className="text-ink-soft" />
      </span>
    </button>
  )
}
