import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Bill } from '#protocol/wallet.ts'
import type { SyncedList } from '../../../cache/persistent/synced-list.ts'
import { Count } from '../../../ui/count.tsx'
import { DayHead } from '../../../ui/day-head.tsx'
import { Money } from '../../../ui/money.tsx'
import { isMoney } from '../figure.ts'
import { totalsOfMonth } from '../queries.ts'
import { totalOfDay, totalsInList } from './bill-days.ts'
import type { Wanted } from './shown-bills.ts'

interface BillDayHeadProps {
  day: string
  /** Today in the member's time zone. */
  today: string
  /** Whose total is shown; undefined while a search shows only some of the day. */
  of: Pick<Wanted, 'wallet' | 'type'> | undefined
  /** The movements that are shown. */
  list: SyncedList<Bill> | undefined
  zone: string
}

/** The first line of a day's movements, with what the whole day came to. */
export function BillDayHead({ day, today, of, list, zone }: BillDayHeadProps) {
  const own = list && totalsInList(list, day, zone)
  const { data, dataUpdatedAt } = useQuery({ ...totalsOfMonth(day.slice(0, 7)), enabled: own === undefined })
  // An older total than its movements would contradict them, and the list says the age of all.
  const totals = own ?? (list && dataUpdatedAt >= list.state.at ? data?.items : undefined)
  const shown = of && totals ? totalOfDay(totals, day, { wallet: of.wallet, type: of.type }) : []
  return (
    <DayHead day={day} today={today}>
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
    </DayHead>
  )
}
