import { useLingui } from '@lingui/react/macro'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { FilterBar } from '../../ui/choice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { listSorts, type ListSearch } from './search.ts'

interface ListFiltersProps {
  search: ListSearch
  onSearch: (change: Partial<ListSearch>) => void
}

type Show = 'all' | 'vehicle' | 'pile' | 'affordable'

export function ListFilters({
  search: { categoryId, kind, sort = 'featured', affordable },
  onSearch,
}: ListFiltersProps) {
  const { t } = useLingui()
  const isMember = useSignedIn() !== undefined
  const shown: Show = affordable ? 'affordable' : (kind ?? 'all')
  const options: { value: Show; text: string }[] = [
    { value: 'all', text: t`All` },
    // All products of a category are of one kind, so that filter would be useless.
    ...(categoryId === undefined
      ? [
          { value: 'vehicle' as const, text: t`Vehicles` },
          { value: 'pile' as const, text: t`Charging piles` },
        ]
      : []),
    ...(isMember ? [{ value: 'affordable' as const, text: t`Within my balance` }] : []),
  ]
  const sortNames = {
    featured: t`Recommended order`,
    newest: t`Newest`,
    price: t`Lowest price`,
    earned: t`Earned most in 30 days`,
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <SelectField
          label={t`Order`}
          labelHidden
          value={sort}
          onChange={(event) => onSearch({ sort: listSorts.find((it) => it === event.target.value) })}
        >
          {listSorts.map((it) => (
            <option key={it} value={it}>
              {sortNames[it]}
            </option>
          ))}
        </SelectField>
      </div>
      {options.length > 1 && (
        <FilterBar
          label={t`Show`}
          value={shown}
          options={options}
          onChange={(next) =>
            onSearch({
              kind: next === 'vehicle' || next === 'pile' ? next : undefined,
              affordable: next === 'affordable' ? true : undefined,
              selected: undefined,
            })
          }
        />
      )}
    </div>
  )
}
