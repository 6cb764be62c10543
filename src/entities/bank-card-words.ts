import { useLingui } from '@lingui/react/macro'
import type { BankCard } from '#protocol/cards.ts'

type Status = BankCard['status']

/** The name of a card's status, and its meaning for the holder (specification 3). */
export function useBankCardWords(): Record<Status, { name: string; meaning: string }> {
  const { t } = useLingui()
  return {
    active: { name: t`Active`, meaning: t`You can withdraw to it.` },
    unactive: {
      name: t`Annual fee unpaid`,
      meaning: t`Its annual fee is overdue. You can still withdraw to it.`,
    },
    empty: { name: t`No number`, meaning: t`We don't have its number. To withdraw to it, remove it and add it again.` },
    disabled: {
      name: t`Disabled`,
      meaning: t`The operator has turned this card off. Withdraw to another card, or ask customer service why.`,
    },
  }
}
