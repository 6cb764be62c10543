import { Trans, useLingui } from '@lingui/react/macro'
import { dayText, daysText } from '../../lib/date-texts.ts'
import { useSpokenMoney } from '../../ui/own-money.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { IncomeChange } from './income-change.tsx'
import type { Earnings } from './within.ts'

/** The income of the chosen days, beside that of the days before, and day by day. */
export function IncomeCard({ earnings }: { earnings: Earnings }) {
  const { t, i18n } = useLingui()
  const money = useSpokenMoney()
  const { currency, from, to, today, total, days } = earnings
  const points = days.map(({ day, amount }) => ({
    label: dayText(day, i18n.locale),
    value: amount,
    text: money(amount, currency),
  }))
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Paid to you, {daysText(from, to, i18n.locale)}</Trans>
          </span>
          <Money value={total} currency={currency} size="hero" />
        </p>
        <IncomeChange earnings={earnings} />
        {to >= today && (
          <p className="text-small text-ink-soft">
            <Trans>Today isn't over yet.</Trans>
          </p>
        )}
        {points.length > 1 && <AreaChart points={points} caption={t`Paid to you by day`} />}
      </div>
    </Card>
  )
}
