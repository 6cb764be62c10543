import { useSyncExternalStore } from 'react'
import { pointsOrderReceive, pointsOrderRefund, type PointsOrder } from '#protocol/pointsmall.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** An order as the member left it, counting what was done here. */
export interface ShownOrder {
  order: PointsOrder
  /** The newest command about it that isn't settled, or that was rejected. */
  command: Command | undefined
}

/** The orders of this device's list with the commands about them. */
export function useShownOrders(orders: readonly PointsOrder[]): ShownOrder[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const ours = all.filter((it) => it.call === pointsOrderRefund.path || it.call === pointsOrderReceive.path)
  return orders.map((order) => shownOrder(order, ours))
}

/**
 * Joins an order with the commands about it, oldest first. What the server has carried out counts at once, also before
 * the list is read again.
 */
export function shownOrder(order: PointsOrder, all: readonly Command[]): ShownOrder {
  const command = all.findLast((it) => it.args['orderId'] === order.id && it.state !== 'cancelled')
  if (command?.state === 'applied')
    return { order: { ...order, status: statusAfter(command, order.status) }, command: undefined }
  return { order, command: command && (isOpen(command) || command.state === 'rejected') ? command : undefined }
}

/** A received order stays received, and a paid one never comes back from a refund request (docs/decisions/0049). */
function statusAfter({ call }: Command, listed: PointsOrder['status']): PointsOrder['status'] {
  if (call === pointsOrderReceive.path) return 401
  return listed === 201 ? 202 : listed
}
