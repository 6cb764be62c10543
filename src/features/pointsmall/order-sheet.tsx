import { useState } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import type { ShownOrder } from './commands.ts'
import { hasActions, OrderActions } from './order-actions.tsx'
import { PointsOrderPanel } from './order-panel.tsx'

/** One order in full, with what can be done about it. The sheet keeps its content during the closing animation. */
export function PointsOrderSheet({ shown, onClose }: { shown: ShownOrder | undefined; onClose: () => void }) {
  const [last, setLast] = useState(shown?.order)
  if (shown && shown.order !== last) setLast(shown.order)
  return (
    <Sheet
      isOpen={shown !== undefined}
      onClose={onClose}
      title={last?.name ?? ''}
      footer={shown && hasActions(shown) && <OrderActions shown={shown} />}
    >
      {last && <PointsOrderPanel order={last} />}
    </Sheet>
  )
}
