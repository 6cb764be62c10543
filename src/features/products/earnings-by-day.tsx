import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UnitDetail } from '#protocol/products.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { useAmountPoints } from '../../entities/use-amount-points.ts'
import { millisOf } from '../../lib/clock.ts'
import { dayIn } from '../../lib/dates.ts'
import { addDays } from '../../lib/days.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Money } from '../../ui/money.tsx'
import { ChartDays, type DaysShown } from './chart-days.tsx'

type Unit = Pick<UnitDetail, 'earnedByDay' | 'earnedSoFar' | 'currency' | 'activeFrom'>

/**
 * The unit's earnings by day. The server names each day: counted back from today, a cached answer would show wrong
 * days. Days before the unit was bought are empty: nothing could be earned on them.
 */
export function EarningsByDay({ unit }: { unit: Unit }) {
  const { t } = useLingui()
  const pointsOf = useAmountPoints()
  const [span, setSpan] = useState<DaysShown>('30')
  const firstDay = dayIn(useMemberZone(), millisOf(unit.activeFrom))
  const shown = daysOf(unit, span)
  return (
    <div className="flex flex-col gap-3">
      <ChartDays value={span} onChange={setSpan} hasAll={unit.earnedSoFar !== undefined} />
      <p>
        <span className="block text-small text-ink-soft">
          <EarnedIn span={span} />
        </span>
        <Money value={shown.reduce((sum, it) => sum + it.amount, 0)} currency={unit.currency} size="hero" />
      </p>
      <AreaChart points={pointsOf(shown, unit.currency, firstDay)} caption={t`Earnings by day`} />
    </div>
  )
}

function EarnedIn({ span }: { span: DaysShown }) {
  switch (span) {
    case '7':
      return <Trans>Earned in the last 7 days</Trans>
    case '30':
      return <Trans>Earned in the last 30 days</Trans>
    case 'all':
      return <Trans>Earned since you bought it</Trans>
  }
}

function daysOf({ earnedByDay = [], earnedSoFar }: Unit, span: DaysShown): { day: string; amount: number }[] {
  if (span !== 'all') return earnedByDay.slice(-Number(span))
  return earnedSoFar?.amounts.map((amount, at) => ({ day: addDays(earnedSoFar.from, at), amount })) ?? []
}
