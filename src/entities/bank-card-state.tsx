import type { BankCard } from '#protocol/cards.ts'
import { useBankCardWords } from './bank-card-words.ts'
import { Chip } from '../ui/chip.tsx'

const tones = { active: 'positive', unactive: 'warning', empty: 'neutral', disabled: 'danger' } as const

/** Whether a card accepts withdrawals, in one word. */
export function BankCardState({ status }: { status: BankCard['status'] }) {
  return <Chip tone={tones[status]}>{useBankCardWords()[status].name}</Chip>
}
