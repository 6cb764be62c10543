import { useLingui } from '@lingui/react/macro'
import type { BankCard } from '#protocol/cards.ts'

type Status = BankCard['status']

/** The name of a card's status, and its meaning for the holder (specification 3). */
export function useBankCardWords(): Record<Status, { name: string; meaning: string }> {
  const { t } = useLingui()
  return {
    active: { name: t`Active`, meaning: t`Withdrawals can go to it.` },
    unactive: {
      name: t`Annual fee unpaid`,
      meaning: t`Its annual fee is overdue. Withdrawals can go to it all the same.`,
    },
    empty: { name: t`No number`, meaning: t`No number is known of it. Remove it and add it again to withdraw to it.` },
    disabled: {
      name: t`Disabled`,
      meaning: t`The operator has switched it off. Withdraw to another card, or ask the service why.`,
    },
  }
}
