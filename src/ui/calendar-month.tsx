import { useLingui } from '@lingui/react'
import { millisOf } from '../lib/clock.ts'
import { dayText } from '../lib/date-texts.ts'
import { firstWeekdayOf, weeksOf } from '../lib/months.ts'
import { classNames } from './class-names.ts'
import { dateFormat, numberFormat } from '../lib/intl.ts'
import { Icon } from './icon.tsx'

export interface DayMark {
  /** `solid` is confirmed, `dashed` waits for confirmation. */
  look: 'solid' | 'dashed'
  /** Read after the date to screen readers: "checked in". */
  label: string
}

interface CalendarMonthProps {
  /** `2026-11` */
  month: string
  today: string
  marks: ReadonlyMap<string, DayMark>
}

/** One month with marked days, as for the check-in. Days can't be chosen. */
export function CalendarMonth({ month, today, marks }: CalendarMonthProps) {
  const { i18n } = useLingui()
  const weeks = weeksOf(month, firstWeekdayOf(i18n.locale))
  const heading = dateFormat(i18n.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    millisOfDay(`${month}-01`),
  )
  const fullWeek = weeks.find((it) => it.every(Boolean)) ?? []
  const weekday = (day: string | undefined, style: 'narrow' | 'long') =>
    dateFormat(i18n.locale, { weekday: style, timeZone: 'UTC' }).format(millisOfDay(day ?? today))
  return (
    <table className="figures w-full table-fixed text-center">
      <caption className="pb-2 text-start font-strong">{heading}</caption>
      <thead>
        <tr>
          {fullWeek.map((day) => (
            <th key={day} scope="col" abbr={weekday(day, 'long')} className="h-8 text-small font-normal text-ink-soft">
              {weekday(day, 'narrow')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, column) => (
              <td key={day ?? `${row}-${column}`} className="h-12 p-0.5">
                {day && <Day day={day} isToday={day === today} mark={marks.get(day)} isAhead={day > today} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({
  day,
  isToday,
  isAhead,
  mark,
}: {
  day: string
  isToday: boolean
  isAhead: boolean
  mark: DayMark | undefined
}) {
  const { i18n } = useLingui()
  const number = numberFormat(i18n.locale).format(Number(day.slice(8)))
  return (
    <span
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        // Seven in a row have room for their figures on a narrow phone with large text too.
        'relative mx-auto grid aspect-square w-full max-w-10 place-items-center rounded-full text-[length:min(1rem,6.5vw)]',
        mark?.look === 'solid' && 'bg-accent font-strong text-on-accent',
        mark?.look === 'dashed' && 'border-2 border-dashed border-accent-ink font-strong text-accent-ink',
        !mark && isToday && 'border-2 border-accent-ink font-strong',
        !mark && isAhead && 'text-ink-soft',
      )}
    >
      <span aria-hidden={mark ? true : undefined}>{number}</span>
      {mark && (
        <span className="sr-only">
          {dayText(day, i18n.locale)}, {mark.label}
        </span>
      )}
      {mark?.look === 'solid' && (
        <span
          aria-hidden
          className="absolute -end-0.5 -bottom-0.5 grid size-4 place-items-center rounded-full bg-surface text-accent-ink"
        >
          <Icon name="check" size="tiny" />
        </span>
      )}
    </span>
  )
}

function millisOfDay(day: string): number {
  return millisOf(`${day}T00:00:00Z`)
}
