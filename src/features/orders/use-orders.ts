import { useInfiniteQuery } from '@tanstack/react-query'
import { orderList, orderVehicleList, type Order } from '#protocol/orders.ts'
import { orderHistory } from '../../cache/persistent/long-lists.ts'
import { useLongList } from '../../cache/persistent/use-long-list.ts'
import { infiniteReadOf } from '../../cache/read-of.ts'
import type { OrderListSearch } from './search.ts'

type Only = NonNullable<OrderListSearch['only']>

/**
 * The member's orders, newest first; with `only` those of vehicles or those that brought points. The server is asked
 * for them alone, so that nobody scrolls through the others; what is on this device stands there at once, and without a
 * network.
 */
export function useOrders(only: Only | undefined) {
  const all = useLongList(orderHistory)
  const some = useInfiniteQuery({ ...ordersOf(only ?? 'vehicle'), enabled: only !== undefined })
  if (only === undefined) return all
  const pages = some.data?.pages.flatMap((it) => it.items) ?? []
  const items = newestFirst([...pages, ...all.items.filter((it) => fits(it, only))])
  if (!some.data) return { ...all, items }
  const more = {
    hasMore: some.hasNextPage,
    isLoadingMore: some.isFetchingNextPage,
    hasFailed: some.isFetchNextPageError,
    onMore: () => void some.fetchNextPage(),
  }
  return { ...all, items, more }
}

function ordersOf(only: Only) {
  return only === 'points'
    ? infiniteReadOf<typeof orderList | typeof orderVehicleList>(orderList, { pointsOnly: true, limit: 100 })
    : infiniteReadOf<typeof orderList | typeof orderVehicleList>(orderVehicleList, { limit: 100 })
}

/** An order that an earlier build stored doesn't say what it is of; the server's answer has it then. */
export function fits({ kind, giftPoints }: Pick<Order, 'kind' | 'giftPoints'>, only: Only): boolean {
  return only === 'vehicle' ? kind === 'vehicle' : giftPoints > 0
}

/** Each once, the copy that comes first: that of the server. */
function newestFirst(orders: readonly Order[]): Order[] {
  const once = new Map(orders.toReversed().map((it) => [it.id, it]))
  return [...once.values()].toSorted((a, b) => (a.paidAt < b.paidAt ? 1 : -1))
}
