import { useLingui } from '@lingui/react/macro'
import { FilterBar, Segments } from '../../ui/choice.tsx'
import type { DrawFilter } from './shown-draws.ts'

interface DrawFiltersProps {
  filter: DrawFilter
  games: readonly { id: string; name: string }[]
  onChange: (change: DrawFilter) => void
}

/** The filters of the draws: won or not, the game, and the state of the prize. */
export function DrawFilters({ filter: { won, game, status }, games, onChange }: DrawFiltersProps) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-2">
      <Segments
        label={t`Show`}
        value={won ?? 'all'}
        onChange={(next) =>
          onChange({ won: next === 'all' ? undefined : next, ...(next === 'no' && { status: undefined }) })
        }
        options={[
          { value: 'all', text: t`All` },
          { value: 'yes', text: t`Won` },
          { value: 'no', text: t`Not won` },
        ]}
      />
      {games.length > 1 && (
        <FilterBar
          label={t`Game`}
          value={game ?? 'all'}
          onChange={(next) => onChange({ game: next === 'all' ? undefined : next })}
          options={[{ value: 'all', text: t`Every game` }, ...games.map(({ id, name }) => ({ value: id, text: name }))]}
        />
      )}
      {won !== 'no' && (
        <FilterBar
          label={t`Status of the prize`}
          value={status ?? 'all'}
          onChange={(next) => onChange({ status: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', text: t`Any status` },
            { value: 'due', text: t`To claim` },
            { value: 'received', text: t`Claimed` },
            { value: 'cancelled', text: t`Cancelled` },
          ]}
        />
      )}
    </div>
  )
}
