import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dayText } from '../../../lib/dates.ts'
import { addDays } from '../../../lib/days.ts'
import { Count } from '../../../ui/count.tsx'
import { Money } from '../../../ui/money.tsx'
import { isMoney } from '../figure.ts'
import { totalsOfMonth } from '../queries.ts'
import { totalOfDay } from './bill-days.ts'
import type { Wanted } from './shown-bills.ts'

interface DayHeadProps {
  day: string
  /** Today in the member's time zone. */
  today: string
  /** Whose total is shown; undefined while a search shows only some of the day. */
  of: Pick<Wanted, 'wallet' | 'type'> | undefined
}

/** The first line of a day's movements, with what the whole day came to. */
export function DayHead({ day, today, of }: DayHeadProps) {
  const { i18n, t } = useLingui()
  const totals = useQuery(totalsOfMonth(day.slice(0, 7))).data?.items
  const name = day === today ? t`Today` : day === addDays(today, -1) ? t`Yesterday` : dayText(day, i18n.locale)
  const shown = of && totals ? totalOfDay(totals, day, { wallet: of.wallet, type: of.type }) : []
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken/60 px-4 py-2 text-small text-ink-soft">
      <h2 className="font-strong">
        <time dateTime={day}>{name}</time>
      </h2>
      {shown.length > 0 && (
        <span className="flex flex-wrap gap-x-3">
          <span className="sr-only">
            <Trans>The whole day</Trans>
          </span>
          {shown.map(({ amount, currency }) =>
            isMoney(currency) ? (
              <Money key={currency} value={amount} currency={currency} sign="always" />
            ) : (
              <Count key={currency} value={amount} sign="always" size="inherit" />
            ),
          )}
        </span>
      )}
    </div>
  )
}
