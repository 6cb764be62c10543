import { Trans, useLingui } from '@lingui/react/macro'
import { firstWeekdayOf } from '../../lib/months.ts'
import { useScrub } from '../../ui/use-scrub.ts'
import { dateFormat, numberFormat } from '../../lib/intl.ts'
import type { Work } from './within.ts'

type Use = NonNullable<Work['use']>

const hours = 24

/**
 * How much the machines were in use at each hour of the week: the darker, the more. A finger, a pointer or the arrow
 * keys read single hours; all of them stand in a table.
 */
export function UseMap({ use }: { use: Use }) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const first = firstWeekdayOf(locale)
  const weekdays = use.map((_, at) => (first + at) % 7)
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const text = (basisPoints: number | null | undefined) =>
    basisPoints === null || basisPoints === undefined ? '–' : percent.format(basisPoints / 10_000)
  const cells = weekdays.flatMap((weekday) =>
    (use[weekday] ?? []).map((it, hour) => ({ weekday, hour, use: it, text: text(it) })),
  )
  const label = t`Use by hour and weekday`
  const scrub = useScrub(
    cells.map((it) => `${weekdayName(it.weekday, locale)}, ${hourText(it.hour, locale)}: ${it.text}`),
    label,
    hours,
  )
  const shown = scrub.at === undefined ? undefined : cells[scrub.at]
  const top = Math.max(1, ...cells.map((it) => it.use ?? 0))
  return (
    <figure className="@container relative flex flex-col gap-2">
      <figcaption className="flex min-h-5 flex-wrap justify-between gap-x-4 text-small text-ink-soft">
        {shown ? (
          <span aria-hidden className="contents">
            <bdi>
              {weekdayName(shown.weekday, locale)}, {hourText(shown.hour, locale)}
            </bdi>
            <bdi className="figures font-strong text-ink">{shown.text}</bdi>
          </span>
        ) : (
          <Trans>Share of time in use, by hour and weekday</Trans>
        )}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        <div aria-hidden className="grid grid-rows-7 text-small leading-4 text-ink-soft">
          {weekdays.map((it) => (
            <span key={it} className="flex items-center">
              {weekdayName(it, locale, 'narrow')}
            </span>
          ))}
        </div>
        <div {...scrub.handle} className="grid min-h-40 touch-none grid-cols-24 grid-rows-7 gap-px rounded-sm">
          {cells.map((it, at) => (
            <span
              key={`${it.weekday}-${it.hour}`}
              aria-hidden
              className={at === scrub.at ? 'rounded-[2px] outline-2 outline-ink' : 'rounded-[2px]'}
              style={{ background: fillOf(it.use, top) }}
            />
          ))}
        </div>
        <span />
        <div aria-hidden className="flex justify-between text-small leading-4 text-ink-soft">
          {[0, 6, 12, 18, 23].map((it) => (
            <bdi key={it} className={it % 12 === 6 ? '@max-[12rem]:hidden' : ''}>
              {hourText(it, locale)}
            </bdi>
          ))}
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{label}</th>
              {Array.from({ length: hours }, (_, hour) => (
                <th key={hour} scope="col">
                  {hourText(hour, locale)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday, locale)}</th>
                {(use[weekday] ?? []).map((it, hour) => (
                  <td key={hour}>{text(it)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Shades relative to the busiest hour; an hour that wasn't there has none. */
function fillOf(use: number | null, top: number): string {
  if (use === null) return 'transparent'
  return `color-mix(in oklab, var(--color-accent-ink) ${Math.round((use / top) * 100)}%, var(--color-sunken))`
}

/** The first days of 2023 were a Sunday, a Monday and so on. */
function weekdayName(weekday: number, locale: string, style: 'long' | 'narrow' = 'long'): string {
  return dateFormat(locale, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + weekday))
}

function hourText(hour: number, locale: string): string {
  return dateFormat(locale, { hour: 'numeric', hourCycle: 'h23', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1, hour))
}
