import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UnitDetail } from '#protocol/products.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { millisOf } from '../../lib/clock.ts'
import { dayText } from '../../lib/date-texts.ts'
import { dayIn } from '../../lib/dates.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Segments } from '../../ui/choice.tsx'
import { Money } from '../../ui/money.tsx'
import { useSpokenMoney } from '../../ui/own-money.ts'

/**
 * The unit's earnings by day. The server names each day: counted back from today, a cached answer would show wrong
 * days. Days before the unit was bought are empty: nothing could be earned on them.
 */
export function EarningsByDay({
  unit: { earnedByDay = [], currency, activeFrom },
}: {
  unit: Pick<UnitDetail, 'earnedByDay' | 'currency' | 'activeFrom'>
}) {
  const { t, i18n } = useLingui()
  const money = useSpokenMoney()
  const [span, setSpan] = useState<'7' | '30'>('30')
  const firstDay = dayIn(useMemberZone(), millisOf(activeFrom))
  const shown = earnedByDay.slice(-Number(span))
  const points = shown.map(({ day, amount }) => {
    const isOwned = day >= firstDay || amount !== 0
    return {
      label: dayText(day, i18n.locale),
      value: isOwned ? amount : null,
      text: isOwned ? money(amount, currency) : t`not yours yet`,
    }
  })
  return (
    <div className="flex flex-col gap-3">
      <Segments
        label={t`Days shown`}
        value={span}
        onChange={setSpan}
        options={[
          { value: '7', text: t`Last 7 days` },
          { value: '30', text: t`Last 30 days` },
        ]}
      />
      <p>
        <span className="block text-small text-ink-soft">
          {span === '30' ? <Trans>Earned in the last 30 days</Trans> : <Trans>Earned in the last 7 days</Trans>}
        </span>
        <Money value={shown.reduce((sum, it) => sum + it.amount, 0)} currency={currency} size="hero" />
      </p>
      <AreaChart points={points} caption={t`Earnings by day`} />
    </div>
  )
}
