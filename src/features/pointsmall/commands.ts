import { useSyncExternalStore } from 'react'
import { pointsOrderReceive, pointsOrderRefund, type PointsOrder } from '#protocol/pointsmall.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** An order as the member left it: what was done here and isn't confirmed yet, or was rejected. */
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

/** Joins an order with the commands about it, oldest first. One that the server has carried out says nothing more. */
export function shownOrder(order: PointsOrder, all: readonly Command[]): ShownOrder {
  const command = all.findLast((it) => it.args['orderId'] === order.id && it.state !== 'cancelled')
  return { order, command: command && (isOpen(command) || command.state === 'rejected') ? command : undefined }
}
