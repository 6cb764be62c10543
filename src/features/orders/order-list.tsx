import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '#protocol/orders.ts'
import { finder } from '../../lib/find.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FilterBar, Segments } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList } from '../../ui/infinite-list.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ChooseRow, DetailPane, TwoPanes } from '../../ui/two-panes.tsx'
import { useFarBelow } from '../../ui/use-far-below.ts'
import { useWide } from '../../ui/use-wide.ts'
import { NoOrders } from './no-orders.tsx'
import { OrderPanel, ToUnits } from './order-panel.tsx'
import { OrderRow } from './order-row.tsx'
import { OrderSheet } from './order-sheet.tsx'
import type { OrderListSearch } from './search.ts'
import { useOrders } from './use-orders.ts'

interface OrderListProps {
  search: OrderListSearch
  onSearch: (change: Partial<OrderListSearch>) => void
}

const find = finder<Order>((it) => [it.productName, it.orderNumber])

/** All orders. The order that the URL names opens in a sheet, or beside the list on a wide screen. */
export function OrderList({ search: { status, only, order }, onSearch }: OrderListProps) {
  const { t } = useLingui()
  const { query, items, more } = useOrders(only)
  const [wanted, setWanted] = useState('')
  const shown = status === undefined ? items : items.filter((it) => it.status === status)
  const found = find(shown, wanted)
  const asked = items.find((it) => it.id === order)
  const isWide = useWide()
  const chosen = isWide ? (asked ?? found[0]) : undefined
  // A link from a bill may name an order that is not loaded yet.
  useFarBelow(order !== undefined && !asked, more)
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <TwoPanes
        detail={
          chosen && (
            <DetailPane key={chosen.id} title={chosen.productName} bottom={<ToUnits order={chosen} />}>
              <Card>
                <OrderPanel order={chosen} />
              </Card>
            </DetailPane>
          )
        }
      >
        <Segments
          label={t`Show`}
          value={status ?? 'all'}
          onChange={(next) => onSearch({ status: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', text: t`All` },
            { value: 'working', text: t`Working` },
            { value: 'invalid', text: t`Ended` },
          ]}
        />
        <FilterBar
          label={t`Which orders`}
          value={only ?? 'every'}
          onChange={(next) => onSearch({ only: next === 'every' ? undefined : next })}
          options={[
            { value: 'every', text: t`Vehicles and piles` },
            { value: 'vehicle', text: t`Vehicles only` },
            { value: 'points', text: t`With points only` },
          ]}
        />
        <QueryStates
          query={query}
          isEmpty={() => shown.length === 0 && !more.hasMore}
          empty={
            status === undefined && only === undefined ? (
              <NoOrders />
            ) : (
              <NoneOfThese onReset={() => onSearch({ status: undefined, only: undefined })} />
            )
          }
        >
          {() => (
            <>
              <ListSearch label={t`Search orders`} of={shown.length} value={wanted} onChange={setWanted} />
              <InfiniteList items={found} keyOf={(it) => it.id} {...more}>
                {(it) =>
                  isWide ? (
                    <ChooseRow isChosen={it.id === chosen?.id} onChoose={() => onSearch({ order: it.id })}>
                      <OrderRow order={it} />
                    </ChooseRow>
                  ) : (
                    <button
                      type="button"
                      id={`order-${it.id}`}
                      onClick={() => onSearch({ order: it.id })}
                      className={rowLinkClass}
                    >
                      <OrderRow order={it} />
                    </button>
                  )
                }
              </InfiniteList>
              {found.length === 0 && !more.hasMore && <NothingFound wanted={wanted} />}
            </>
          )}
        </QueryStates>
      </TwoPanes>
      <OrderSheet order={isWide ? undefined : asked} onClose={() => onSearch({ order: undefined })} />
    </PullToRefresh>
  )
}

function NoneOfThese({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matching orders</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show all orders</Trans>
        </Button>
      }
    >
      <Trans>None of your orders matches these filters.</Trans>
    </EmptyState>
  )
}
