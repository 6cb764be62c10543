import { useLingui } from '@lingui/react/macro'
import { Segments } from '../../ui/choice.tsx'

export type DaysShown = '7' | '30' | 'all'

interface ChartDaysProps {
  value: DaysShown
  onChange: (days: DaysShown) => void
  hasAll?: boolean
}

/** Chooses the days of a chart. */
export function ChartDays({ value, onChange, hasAll = false }: ChartDaysProps) {
  const { t } = useLingui()
  return (
    <Segments<DaysShown>
      label={t`Days shown`}
      value={value}
      onChange={onChange}
      options={[
        { value: '7', text: t`7 days` },
        { value: '30', text: t`30 days` },
        ...(hasAll ? [{ value: 'all' as const, text: t`All time` }] : []),
      ]}
    />
  )
}
