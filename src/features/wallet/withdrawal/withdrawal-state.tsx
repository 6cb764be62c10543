import { Chip } from '../../../ui/chip.tsx'
import { useWithdrawalWords, type WithdrawalState } from './withdrawal-words.ts'

const tones = {
  requested: 'accent',
  approved: 'accent',
  sent: 'accent',
  arrived: 'positive',
  returned: 'warning',
} as const

/** How far a withdrawal has come, in one word. */
export function WithdrawalChip({ state }: { state: WithdrawalState }) {
  return <Chip tone={tones[state]}>{useWithdrawalWords()[state].name}</Chip>
}
