import { useLingui } from '@lingui/react/macro'
import type { dateRanges } from '#protocol/words.ts'
import { FilterBar } from './choice.tsx'

/** `days` is days of the reader's own choice. */
export type DateRangeName = (typeof dateRanges)[number] | 'days'

interface DateRangesProps {
  /** Undefined for all time. */
  value: DateRangeName | undefined
  onChange: (range: DateRangeName | undefined) => void
  /** Offers days of one's own choice too; where they are chosen is the caller's. */
  hasDays?: boolean
}

/** Of which days a list shows what happened (specification 9); `dayRange` of lib says which days those are. */
export function DateRanges({ value, onChange, hasDays = false }: DateRangesProps) {
  const { t } = useLingui()
  const options: { value: DateRangeName | 'all'; text: string }[] = [
    { value: 'all', text: t`All time` },
    { value: 'today', text: t`Today` },
    { value: 'yesterday', text: t`Yesterday` },
    { value: 'last 7 days', text: t`Last 7 days` },
    { value: 'last 30 days', text: t`Last 30 days` },
    ...(hasDays ? [{ value: 'days' as const, text: t`Choose days` }] : []),
  ]
  return (
    <FilterBar
      label={t`Days`}
      value={value ?? 'all'}
      options={options}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
    />
  )
}
