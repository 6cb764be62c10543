import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { vehicleEarnings } from '#protocol/wallet.ts'
import { dayText } from '../../../lib/date-texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../../ui/infinite-list.tsx'
import { ListRow } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { daysOf, type DaySpan } from '../../../entities/day-span.ts'
import type { SummaryType } from './bill-types.ts'
import { earningsOf } from '../queries.ts'

type Earning = Answer<typeof vehicleEarnings>['items'][number]

interface EarningsListProps {
  kind: SummaryType
  span: DaySpan | undefined
  today: string
}

/** The vehicle income summary, or that of charging piles: what each machine brought on each day. */
export function EarningsList({ kind, span, today }: EarningsListProps) {
  const query = useInfiniteQuery(earningsOf({ kind, ...(span && daysOf(span, today)) }))
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  return (
    <QueryStates
      query={query}
      isEmpty={() => items.length === 0}
      empty={
        <EmptyState art="no-income" title={<Trans>No machine of this kind earned anything in this period</Trans>}>
          <Trans>Choose other days to see more.</Trans>
        </EmptyState>
      }
    >
      {() => (
        <InfiniteList items={items} keyOf={(it) => `${it.machineId} ${it.day}`} {...pagesOf(query)}>
          {(it) => <EarningRow earning={it} />}
        </InfiniteList>
      )}
    </QueryStates>
  )
}

function EarningRow({
  earning: { kind, name, day, units, sessions, machineRevenue, amount, currency },
}: {
  earning: Earning
}) {
  const { i18n } = useLingui()
  return (
    <ListRow
      start={kind === 'vehicle' ? 'car' : 'pile'}
      title={name}
      detail={
        <>
          <span className="block figures">{dayText(day, i18n.locale)}</span>
          <Plural value={units} one="# of your units" other="# of your units" />,{' '}
          <Plural value={sessions} one="# session" other="# sessions" />
        </>
      }
      end={<Money value={amount} currency={currency} sign="always" />}
      endDetail={
        <Trans>
          of <Money value={machineRevenue} currency={currency} /> paid
        </Trans>
      }
    />
  )
}
