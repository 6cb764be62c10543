import { useState } from 'react'
import type { Order } from '#protocol/orders.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { OrderPanel, ToUnits } from './order-panel.tsx'

/** One order in full, with a link to its units. The sheet keeps its content during the closing animation. */
export function OrderSheet({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const [last, setLast] = useState(order)
  if (order && order !== last) setLast(order)
  return (
    <Sheet
      isOpen={order !== undefined}
      onClose={onClose}
      title={last?.productName ?? ''}
      footer={last && <ToUnits order={last} />}
    >
      {last && <OrderPanel order={last} />}
    </Sheet>
  )
}
