import { useLingui } from '@lingui/react/macro'
import type { dateRanges } from '#protocol/words.ts'
import { FilterBar } from './choice.tsx'

/** `days` stands for days that the reader picks. */
export type DateRangeName = (typeof dateRanges)[number] | 'days'

interface DateRangesProps {
  /** Undefined for all time. */
  value: DateRangeName | undefined
  onChange: (range: DateRangeName | undefined) => void
  /** Also offers days that the reader picks; the caller shows the fields for them. */
  hasDays?: boolean
  /** False where all time can't be shown. */
  hasAll?: boolean
}

/** Chooses the days that a list covers (specification 9); `dayRange` of lib tells which days those are. */
export function DateRanges({ value, onChange, hasDays = false, hasAll = true }: DateRangesProps) {
  const { t } = useLingui()
  const options: { value: DateRangeName | 'all'; text: string }[] = [
    ...(hasAll ? [{ value: 'all' as const, text: t`All time` }] : []),
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
