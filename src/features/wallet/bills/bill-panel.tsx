import type { Bill } from '#protocol/wallet.ts'
import { useIsPageOff } from '../../../entities/use-is-off.ts'
import { DetailPane } from '../../../ui/two-panes.tsx'
import { BillDetail } from './bill-detail.tsx'
import { BillLink, hasSource, pageBehind } from './bill-link.tsx'
import { useBillWords } from './bill-words.ts'

/** The second pane of a wide screen: one movement in full, with a link to the order, unit or withdrawal behind it. */
export function BillPanel({ bill }: { bill: Bill }) {
  const words = useBillWords()
  const isOff = useIsPageOff(pageBehind(bill.kind) ?? '')
  return (
    <DetailPane title={words(bill.kind)} bottom={hasSource(bill) && !isOff && <BillLink bill={bill} />}>
      <BillDetail bill={bill} />
    </DetailPane>
  )
}
