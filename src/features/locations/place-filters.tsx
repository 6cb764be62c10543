import { useLingui } from '@lingui/react/macro'
import type { MachineKind } from '../../entities/product-path.ts'
import { FilterBar } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface PlaceFiltersProps {
  text: string
  kind: MachineKind | undefined
  onText: (text: string) => void
  /** The reader has stopped typing, so the text may go into the address. */
  onSettled: () => void
  onKind: (kind: MachineKind | undefined) => void
}

const kinds = ['all', 'vehicle', 'pile'] as const

export function PlaceFilters({ text, kind, onText, onSettled, onKind }: PlaceFiltersProps) {
  const { t } = useLingui()
  const names = { all: t`All`, vehicle: t`Vehicles`, pile: t`Charging piles` }
  return (
    <search className="flex flex-col gap-3">
      <TextField
        label={t`Search machines, cities and your addresses`}
        labelHidden
        type="search"
        placeholder={t`Machine, city, address`}
        enterKeyHint="search"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={onSettled}
        before={<Icon name="search" size="small" className="ms-4 text-ink-soft" />}
      />
      <FilterBar
        label={t`Show`}
        value={kind ?? 'all'}
        onChange={(next) => onKind(next === 'all' ? undefined : next)}
        options={kinds.map((it) => ({ value: it, text: names[it] }))}
      />
    </search>
  )
}
