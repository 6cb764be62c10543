import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pointsOrderHistory } from '../../cache/persistent/long-lists.ts'
import { useLongList } from '../../cache/persistent/use-long-list.ts'
import { useIsOff } from '../../entities/use-is-off.ts'
import { finder } from '../../lib/find.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList } from '../../ui/infinite-list.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { ListSearch } from '../../ui/list-search.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ChooseRow, DetailPane, TwoPanes } from '../../ui/two-panes.tsx'
import { useFarBelow } from '../../ui/use-far-below.ts'
import { useWide } from '../../ui/use-wide.ts'
import { useShownOrders, type ShownOrder } from './commands.ts'
import { hasActions, OrderActions } from './order-actions.tsx'
import { PointsOrderPanel } from './order-panel.tsx'
import { PointsOrderRow } from './order-row.tsx'
import { PointsOrderSheet } from './order-sheet.tsx'
import { groupOf } from './order-states.tsx'
import type { OrderListSearch } from './search.ts'

interface PointsOrderListProps {
  search: OrderListSearch
  onSearch: (change: Partial<OrderListSearch>) => void
}

const find = finder<ShownOrder>(({ order }) => [order.name, order.orderNumber, order.tracking])

/** All orders for points. The order that the URL names opens in a sheet, or beside the list on a wide screen. */
export function PointsOrderList({ search: { show, order }, onSearch }: PointsOrderListProps) {
  const { t } = useLingui()
  const { query, items, more } = useLongList(pointsOrderHistory)
  const [wanted, setWanted] = useState('')
  const all = useShownOrders(items)
  const fitting = show === undefined ? all : all.filter((it) => groupOf(it.order) === show)
  const found = find(fitting, wanted)
  const asked = all.find((it) => it.order.id === order)
  const isWide = useWide()
  const chosen = isWide ? (asked ?? found[0]) : undefined
  // A link from a bill may name an order that is not loaded yet.
  useFarBelow(order !== undefined && !asked, more)
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <TwoPanes
        detail={
          chosen && (
            <DetailPane
              key={chosen.order.id}
              title={chosen.order.name}
              bottom={hasActions(chosen) && <OrderActions shown={chosen} />}
            >
              <PointsOrderPanel order={chosen.order} />
            </DetailPane>
          )
        }
      >
        <FilterBar
          label={t`Show`}
          value={show ?? 'all'}
          onChange={(next) => onSearch({ show: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', text: t`All` },
            { value: 'open', text: t`In progress` },
            { value: 'refund', text: t`Refunds` },
            { value: 'done', text: t`Received` },
          ]}
        />
        <QueryStates
          query={query}
          isEmpty={() => fitting.length === 0 && !more.hasMore}
          empty={show === undefined ? <NoOrders /> : <NoneOfThese onReset={() => onSearch({ show: undefined })} />}
        >
          {() => (
            <>
              <ListSearch label={t`Search points orders`} of={fitting.length} value={wanted} onChange={setWanted} />
              <InfiniteList items={found} keyOf={(it) => it.order.id} {...more}>
                {(it) =>
                  isWide ? (
                    <ChooseRow
                      isChosen={it.order.id === chosen?.order.id}
                      onChoose={() => onSearch({ order: it.order.id })}
                    >
                      <PointsOrderRow shown={it} />
                    </ChooseRow>
                  ) : (
                    <button
                      type="button"
                      id={`points-order-${it.order.id}`}
                      onClick={() => onSearch({ order: it.order.id })}
                      className={rowLinkClass}
                    >
                      <PointsOrderRow shown={it} />
                    </button>
                  )
                }
              </InfiniteList>
              {found.length === 0 && !more.hasMore && <NothingFound wanted={wanted} />}
            </>
          )}
        </QueryStates>
      </TwoPanes>
      <PointsOrderSheet shown={isWide ? undefined : asked} onClose={() => onSearch({ order: undefined })} />
    </PullToRefresh>
  )
}

function NoOrders() {
  const isOff = useIsOff('pointsmall')
  return (
    <EmptyState
      art="no-orders"
      title={<Trans>No points orders yet</Trans>}
      action={
        !isOff && (
          <Link to="/subPages/pointsmall/index" className={buttonClass()}>
            <Trans>See the points mall</Trans>
          </Link>
        )
      }
    >
      <Trans>You'll see what you order with gold coins here, with its delivery and any refund.</Trans>
    </EmptyState>
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
