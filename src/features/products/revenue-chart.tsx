import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProductDetail } from '#protocol/products.ts'
import { dayText } from '../../lib/date-texts.ts'
import { addDays } from '../../lib/days.ts'
import { formatMoney } from '../../lib/money.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { ChartDays, type DaysShown } from './chart-days.tsx'

type Day = ProductDetail['history'][number]

interface RevenueChartProps {
  /** Oldest first, from the machine's first day on. */
  history: readonly Day[]
  currency: string
}

const mostDays = 30

/** What the machine took in on each of the last days; empty before its first. */
export function RevenueChart({ history, currency }: RevenueChartProps) {
  const { t, i18n } = useLingui()
  const [span, setSpan] = useState<DaysShown>('30')
  const money = (minor: number) => formatMoney(minor, currency, i18n.locale)
  const [first] = history
  if (first === undefined || history.every((it) => it.revenue === 0))
    return (
      <p className="text-ink-soft">
        <Trans>It earned nothing in the last 30 days.</Trans>
      </p>
    )
  const before = Math.max(0, mostDays - history.length)
  const points = [
    ...Array.from({ length: before }, (_, at) => ({
      label: dayText(addDays(first.day, at - before), i18n.locale),
      value: null,
      text: t`not in service yet`,
    })),
    ...history.map((it) => ({
      label: dayText(it.day, i18n.locale),
      value: it.revenue,
      text: t`${money(it.revenue)}, ${money(it.perUnit)} per unit`,
    })),
  ].slice(-Number(span))
  const total = points.reduce((sum, it) => sum + (it.value ?? 0), 0)
  return (
    <div className="flex flex-col gap-3">
      <ChartDays value={span} onChange={setSpan} />
      <p className="figures flex flex-wrap justify-between gap-x-4 text-small text-ink-soft">
        <span>
          {span === '7' ? (
            <Trans>Last 7 days, all units together</Trans>
          ) : (
            <Trans>Last 30 days, all units together</Trans>
          )}
        </span>
        <strong className="text-ink">{money(total)}</strong>
      </p>
      <AreaChart points={points} caption={t`Machine revenue by day`} />
    </div>
  )
}
