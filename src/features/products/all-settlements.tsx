import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UnitDetail } from '#protocol/products.ts'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { FractionsNote } from './fractions-note.tsx'
import { sharesOf } from './queries.ts'
import { NothingSettled, SettlementList } from './settlement-list.tsx'
import { SettlementRow } from './settlement-row.tsx'

/**
 * Every settlement of a unit, by pages. Offline it shows those that were fetched before, else the last ones in the
 * unit's data.
 */
export function AllSettlements({ unit: { id, settlements, currency } }: { unit: UnitDetail }) {
  const query = useInfiniteQuery(sharesOf(id))
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  if (!query.data && query.fetchStatus !== 'fetching')
    return (
      <>
        {settlements.length > 0 && <FractionsNote />}
        <SettlementList settlements={settlements} currency={currency} />
      </>
    )
  return (
    <QueryStates query={query} isEmpty={() => items.length === 0} empty={<NothingSettled />}>
      {() => (
        <>
          <FractionsNote />
          <InfiniteList
            items={items}
            keyOf={(it) => it.period}
            {...pagesOf(query)}
            end={items.length > 20 && <Trans>That's every settlement.</Trans>}
          >
            {(it) => <SettlementRow settlement={it} currency={it.currency} />}
          </InfiniteList>
        </>
      )}
    </QueryStates>
  )
}
