import { useState } from 'react'
import type { Order } from '#protocol/orders.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { OrderPanel, ToUnits } from './order-panel.tsx'

/** One order in full, and the way to what it bought. Keeps its content while it closes. */
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
