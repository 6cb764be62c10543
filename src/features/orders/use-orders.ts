import { useInfiniteQuery } from '@tanstack/react-query'
import { orderList, orderVehicleList, type Order } from '#protocol/orders.ts'
import { orderHistory } from '../../cache/persistent/long-lists.ts'
import { useLongList } from '../../cache/persistent/use-long-list.ts'
import { pagesOf } from '../../ui/infinite-list.tsx'
import { infiniteReadOf } from '../../cache/read-of.ts'
import type { OrderListSearch } from './search.ts'

type Only = NonNullable<OrderListSearch['only']>

/**
 * The member's orders, newest first; with `only`, those of vehicles or those that brought points. The server filters
 * them, so that nobody has to scroll past the others. What is on this device is shown at once, and offline.
 */
export function useOrders(only: Only | undefined) {
  const all = useLongList(orderHistory)
  const some = useInfiniteQuery({ ...ordersOf(only ?? 'vehicle'), enabled: only !== undefined })
  if (only === undefined) return all
  const pages = some.data?.pages.flatMap((it) => it.items) ?? []
  const items = newestFirst([...pages, ...all.items.filter((it) => fits(it, only))])
  if (!some.data) return { ...all, items }
  return { ...all, items, more: pagesOf(some) }
}

function ordersOf(only: Only) {
  return only === 'points'
    ? infiniteReadOf<typeof orderList | typeof orderVehicleList>(orderList, { pointsOnly: true, limit: 100 })
    : infiniteReadOf<typeof orderList | typeof orderVehicleList>(orderVehicleList, { limit: 100 })
}

/** An order that an earlier build stored has no `kind`; it is shown when the server's answer arrives. */
export function fits({ kind, giftPoints }: Pick<Order, 'kind' | 'giftPoints'>, only: Only): boolean {
  return only === 'vehicle' ? kind === 'vehicle' : giftPoints > 0
}

/** Each order once. Of two copies the first is taken, which is the server's. */
function newestFirst(orders: readonly Order[]): Order[] {
  const once = new Map(orders.toReversed().map((it) => [it.id, it]))
  return [...once.values()].toSorted((a, b) => (a.paidAt < b.paidAt ? 1 : -1))
}
