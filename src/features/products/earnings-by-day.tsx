import { Trans, useLingui } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { dayText } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Money } from '../../ui/money.tsx'

/**
 * The unit's earnings by day. The server names each day: counted back from today, a cached answer would show wrong
 * days.
 */
export function EarningsByDay({
  unit: { earnedByDay = [], currency },
}: {
  unit: Pick<UnitDetail, 'earnedByDay' | 'currency'>
}) {
  const { t, i18n } = useLingui()
  const points = earnedByDay.map(({ day, amount }) => ({
    label: dayText(day, i18n.locale),
    value: amount,
    text: formatMoney(amount, currency, i18n.locale),
  }))
  return (
    <div className="flex flex-col gap-3">
      <p>
        <span className="block text-small text-ink-soft">
          <Trans>Earned in the last 30 days</Trans>
        </span>
        <Money value={earnedByDay.reduce((sum, it) => sum + it.amount, 0)} currency={currency} size="hero" />
      </p>
      <AreaChart points={points} caption={t`Earnings by day`} />
    </div>
  )
}
