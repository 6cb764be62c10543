import { useState } from 'react'
import type { Bill } from '#protocol/wallet.ts'
import { useIsPageOff } from '../../../entities/use-is-off.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { BillDetail } from './bill-detail.tsx'
import { BillLink, hasSource, pageBehind } from './bill-link.tsx'
import { useBillWords } from './bill-words.ts'

/** One movement in full, over the list. It keeps its content during the closing animation. */
export function BillSheet({ bill, onClose }: { bill: Bill | undefined; onClose: () => void }) {
  const words = useBillWords()
  const [last, setLast] = useState(bill)
  const isOff = useIsPageOff((last && pageBehind(last.kind)) ?? '')
  if (bill && bill !== last) setLast(bill)
  return (
    <Sheet
      isOpen={bill !== undefined}
      onClose={onClose}
      title={last ? words(last.kind) : ''}
      footer={last && hasSource(last) && !isOff && <BillLink bill={last} />}
    >
      {last && (
        <div className="flex flex-col gap-6">
          <BillDetail key={last.id} bill={last} />
        </div>
      )}
    </Sheet>
  )
}
