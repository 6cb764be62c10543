import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type PointerEvent } from 'react'
import type { ProductDetail } from '#protocol/products.ts'
import { dayText } from '../../lib/date-texts.ts'
import { formatMoney } from '../../lib/money.ts'
import { alongReading } from '../../ui/along-reading.ts'
import { ChartTable } from '../../ui/chart-table.tsx'
import { classNames } from '../../ui/class-names.ts'

type Day = ProductDetail['history'][number]

interface RevenueChartProps {
  /** Oldest first. */
  history: readonly Day[]
  currency: string
}

/**
 * A bar for each of the last 30 days. A pointer on a bar shows its value; screen readers and keyboards have the table.
 */
export function RevenueChart({ history, currency }: RevenueChartProps) {
  const { t, i18n } = useLingui()
  const [touched, setTouched] = useState<number>()
  const money = (minor: number) => formatMoney(minor, currency, i18n.locale)
  if (history.every((it) => it.revenue === 0))
    return (
      <p className="text-ink-soft">
        <Trans>It earned nothing in the last 30 days.</Trans>
      </p>
    )
  const top = Math.max(1, ...history.map((it) => it.revenue))
  const total = history.reduce((sum, it) => sum + it.revenue, 0)
  const shown = touched === undefined ? undefined : history[touched]
  const touch = (event: PointerEvent<HTMLElement>) => {
    setTouched(Math.min(history.length - 1, Math.max(0, Math.floor(alongReading(event) * history.length))))
  }
  const leave = () => setTouched(undefined)
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="figures flex flex-wrap justify-between gap-x-4 text-small text-ink-soft">
        {shown ? (
          <>
            <span>{dayText(shown.day, i18n.locale)}</span>
            <span>
              <Trans>
                <strong className="text-ink">{money(shown.revenue)}</strong>, {money(shown.perUnit)} of it per unit
              </Trans>
            </span>
          </>
        ) : (
          <>
            <span>
              <Trans>Last 30 days, all units together</Trans>
            </span>
            <strong className="text-ink">{money(total)}</strong>
          </>
        )}
      </figcaption>
      <div
        aria-hidden
        className="flex h-32 touch-pan-y items-end gap-px border-b border-line"
        onPointerMove={touch}
        onPointerDown={touch}
        onPointerLeave={leave}
        onPointerCancel={leave}
      >
        {history.map((it, index) => (
          <div
            key={it.day}
            className={classNames(
              'min-w-0 flex-1 rounded-t-[2px]',
              index === touched ? 'bg-accent-ink' : 'bg-accent',
              it.revenue === 0 && 'bg-line',
            )}
            style={{ height: it.revenue === 0 ? '2px' : `${Math.max(2, (it.revenue / top) * 100)}%` }}
          />
        ))}
      </div>
      <div aria-hidden className="flex justify-between text-small leading-4 text-ink-soft">
        <bdi>{dayText(history[0]?.day ?? '', i18n.locale)}</bdi>
        <bdi>{dayText(history.at(-1)?.day ?? '', i18n.locale)}</bdi>
      </div>
      <ChartTable
        caption={t`Machine revenue by day`}
        rows={history.map((it) => ({
          label: dayText(it.day, i18n.locale),
          text: t`${money(it.revenue)}, ${money(it.perUnit)} per unit`,
        }))}
      />
    </figure>
  )
}
