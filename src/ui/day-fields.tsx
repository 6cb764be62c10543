import { useLingui } from '@lingui/react/macro'
import { addDays, type DayRange } from '../lib/days.ts'
import { TextField } from './text-field.tsx'

interface DayFieldsProps {
  days: DayRange
  /** Today in the member's time zone: the last day that can be picked. */
  today: string
  /** The most days there can be, both ends counted. */
  most?: number
  onChange: (days: DayRange) => void
}

/** The first and the last day of a span. If the changed end passes the other one, both become that day. */
export function DayFields({ days, today, most, onChange }: DayFieldsProps) {
  const { t } = useLingui()
  const choose = (change: Partial<DayRange>) => {
    const { from, to } = { ...days, ...change }
    if (!from || !to) return
    if (from > to) onChange(change.from ? { from, to: from } : { from: to, to })
    else onChange(most === undefined ? { from, to } : within({ from, to }, change, most))
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      <TextField
        type="date"
        label={t`First day`}
        value={days.from}
        max={today}
        onChange={(event) => choose({ from: event.target.value })}
      />
      <TextField
        type="date"
        label={t`Last day`}
        value={days.to}
        max={today}
        onChange={(event) => choose({ to: event.target.value })}
      />
    </div>
  )
}

/** The span with its other end drawn near, where it would be longer than `most` days. */
function within({ from, to }: DayRange, change: Partial<DayRange>, most: number): DayRange {
  if (change.from) return { from, to: to < addDays(from, most - 1) ? to : addDays(from, most - 1) }
  return { from: from > addDays(to, 1 - most) ? from : addDays(to, 1 - most), to }
}
