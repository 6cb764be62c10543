import { useLingui } from '@lingui/react/macro'
import { FilterBar } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { kinds, sorts } from './mall-search.ts'
import type { ProductFilter } from './shown-products.ts'

interface MallFiltersProps {
  text: string
  kind: ProductFilter['kind']
  sort: ProductFilter['sort']
  /** False for visitors, who have no balance to compare prices with. */
  canAfford: boolean
  onText: (text: string) => void
  /** The member has stopped typing, so the text may go into the address. */
  onSettled: () => void
  onChange: (change: Partial<Pick<ProductFilter, 'kind' | 'sort'>>) => void
}

export function MallFilters({ text, kind, sort, canAfford, onText, onSettled, onChange }: MallFiltersProps) {
  const { t } = useLingui()
  const kindNames = { all: t`All`, vehicle: t`Vehicles`, pile: t`Charging piles`, affordable: t`Within my balance` }
  const sortNames = {
    featured: t`Recommended order`,
    price: t`Lowest price`,
    earned: t`Earned most in 30 days`,
    rate: t`Earned most for the price`,
  }
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 wide:flex-row">
        <div className="flex-1">
          <TextField
            label={t`Search the offers`}
            labelHidden
            type="search"
            placeholder={t`Name, place or machine number`}
            enterKeyHint="search"
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
            onBlur={onSettled}
            before={<Icon name="search" size="small" className="ms-4 text-ink-soft" />}
          />
        </div>
        <div className="wide:w-72">
          <SelectField
            label={t`Order`}
            labelHidden
            value={sort}
            onChange={(event) => onChange({ sort: sorts.find((it) => it === event.target.value) ?? 'featured' })}
          >
            {sorts.map((it) => (
              <option key={it} value={it}>
                {sortNames[it]}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <FilterBar
        label={t`Show`}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
        options={kinds
          .filter((it) => canAfford || it !== 'affordable')
          .map((it) => ({ value: it, text: kindNames[it] }))}
      />
    </search>
  )
}
