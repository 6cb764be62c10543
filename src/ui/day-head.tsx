import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dayText } from '../lib/date-texts.ts'
import { addDays } from '../lib/days.ts'

interface DayHeadProps {
  /** `2026-11-20`. */
  day: string
  /** Today in the member's time zone. */
  today: string
  /** At the end of the line. */
  children?: ReactNode
}

/** The line above the entries of one day in a list. */
export function DayHead({ day, today, children }: DayHeadProps) {
  const { i18n, t } = useLingui()
  const name = day === today ? t`Today` : day === addDays(today, -1) ? t`Yesterday` : dayText(day, i18n.locale)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken/60 px-4 py-2 text-small text-ink-soft">
      <h2 className="font-strong">
        <time dateTime={day}>{name}</time>
      </h2>
      {children}
    </div>
  )
}
