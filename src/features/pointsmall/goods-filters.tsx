import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { FilterBar } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { categories } from './queries.ts'
import { goodsSorts, type GoodsListSearch } from './search.ts'

interface GoodsFiltersProps {
  search: GoodsListSearch
  text: string
  onText: (text: string) => void
  onSearch: (change: Partial<GoodsListSearch>) => void
}

/** Search, category, order, and what the member can afford. All of it is in the address, so that "back" finds it. */
export function GoodsFilters({ search: { category, sort = 'featured', affordable }, ...props }: GoodsFiltersProps) {
  const { text, onText, onSearch } = props
  const { t } = useLingui()
  const isMember = useSignedIn() !== undefined
  const known = useQuery(categories).data?.items ?? []
  const sortNames = { featured: t`Recommended order`, fewest: t`Fewest coins first`, most: t`Most coins first` }
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 wide:flex-row">
        <div className="flex-1">
          <TextField
            label={t`Search the points mall`}
            labelHidden
            type="search"
            placeholder={t`Search the points mall`}
            enterKeyHint="search"
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
            onBlur={() => onSearch({ text: text || undefined })}
            before={<Icon name="search" size="small" className="ms-4 text-ink-soft" />}
          />
        </div>
        <div className="wide:w-64">
          <SelectField
            label={t`Order`}
            labelHidden
            value={sort}
            onChange={(event) => onSearch({ sort: goodsSorts.find((it) => it === event.target.value) })}
          >
            {goodsSorts.map((it) => (
              <option key={it} value={it}>
                {sortNames[it]}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {known.length > 1 && (
        <FilterBar
          label={t`Category`}
          value={category ?? ''}
          onChange={(next) => onSearch({ category: next || undefined })}
          options={[{ value: '', text: t`All` }, ...known.map((it) => ({ value: it.id, text: it.name }))]}
        />
      )}
      {isMember && (
        <Switch
          checked={affordable === true}
          onChange={(event) => onSearch({ affordable: event.target.checked || undefined })}
        >
          <Trans>Only what I can afford</Trans>
        </Switch>
      )}
    </search>
  )
}
