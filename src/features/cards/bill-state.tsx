import type { CardBill } from '#protocol/cards.ts'
import { Chip } from '../../ui/chip.tsx'
import { stateOf, useBillWords } from './bill-words.ts'

const tones = { overdue: 'danger', 'to-repay': 'accent', paused: 'warning', completed: 'positive' } as const

/** The state of a card bill, in one word. */
export function BillState({ bill }: { bill: CardBill }) {
  const state = stateOf(bill)
  return <Chip tone={tones[state]}>{useBillWords()[state].name}</Chip>
}
