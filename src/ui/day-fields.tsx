import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
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
    if (from > to) onChange(change.from ? { from, to: from } : { from: to, to })
    else onChange(most === undefined ? { from, to } : within({ from, to }, change, most))
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      <DayField label={t`First day`} value={days.from} today={today} onChange={(from) => choose({ from })} />
      <DayField label={t`Last day`} value={days.to} today={today} onChange={(to) => choose({ to })} />
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  today: string
  onChange: (day: string) => void
}

/** Typing a year passes through the years 2, 20 and 202: only days that can be meant reach the span. */
function DayField({ label, value, today, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      type="date"
      label={label}
      value={typed ?? value}
      max={today}
      onChange={({ target }) => {
        setTyped(target.value)
        if (earliest <= target.value && target.value <= today) onChange(target.value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

const earliest = '2000-01-01'

/** The span with its other end drawn near, where it would be longer than `most` days. */
function within({ from, to }: DayRange, change: Partial<DayRange>, most: number): DayRange {
  if (change.from) return { from, to: to < addDays(from, most - 1) ? to : addDays(from, most - 1) }
  return { from: from > addDays(to, 1 - most) ? from : addDays(to, 1 - most), to }
}
