import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountPoints } from '../../entities/use-amount-points.ts'
import { daysText } from '../../lib/date-texts.ts'
import { AreaChart } from '../../ui/area-chart.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { IncomeChange } from './income-change.tsx'
import { useMemberToday } from './queries.ts'
import type { Earnings } from './within.ts'

/** The income of the chosen days, beside that of the days before, and day by day. */
export function IncomeCard({ earnings }: { earnings: Earnings }) {
  const { t, i18n } = useLingui()
  const pointsOf = useAmountPoints()
  const today = useMemberToday()
  const { currency, from, to, total, days, firstOwnedOn } = earnings
  const points = pointsOf(days, currency, firstOwnedOn ?? undefined)
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
