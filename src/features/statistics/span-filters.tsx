import { useLingui } from '@lingui/react/macro'
import { mostDays } from '#protocol/statistics.ts'
import { spanText, type DaySpan } from '../../entities/day-span.ts'
import { Segments } from '../../ui/choice.tsx'
import { DateRanges } from '../../ui/date-ranges.tsx'
import { DayFields } from '../../ui/day-fields.tsx'
import { useAllDays, useMemberToday } from './queries.ts'
import type { StatisticsSearch } from './search.ts'

interface SpanFiltersProps {
  span: DaySpan
  kind: 'vehicle' | 'pile' | undefined
  onSearch: (change: Partial<StatisticsSearch>) => void
}

/** Chooses the days (specification 9) and the kind of machine. */
export function SpanFilters({ span, kind, onSearch }: SpanFiltersProps) {
  const { t } = useLingui()
  const today = useMemberToday()
  const all = useAllDays()
  const isAll = typeof span === 'object' && spanText(span) === spanText(all)
  return (
    <div className="flex flex-col gap-3">
      <DateRanges
        value={isAll ? undefined : typeof span === 'object' ? 'days' : span}
        hasDays
        hasAll={all !== undefined}
        onChange={(next) =>
          onSearch({ range: next === 'days' ? spanText({ from: today, to: today }) : (next ?? spanText(all)) })
        }
      />
      {typeof span === 'object' && !isAll && (
        <DayFields days={span} today={today} most={mostDays} onChange={(days) => onSearch({ range: spanText(days) })} />
      )}
      <Segments
        label={t`Machines`}
        value={kind ?? 'all'}
        options={[
          { value: 'all', text: t`All` },
          { value: 'vehicle', text: t`Vehicles` },
          { value: 'pile', text: t`Charging piles` },
        ]}
        onChange={(next) => onSearch({ kind: next === 'all' ? undefined : next })}
      />
    </div>
  )
}
