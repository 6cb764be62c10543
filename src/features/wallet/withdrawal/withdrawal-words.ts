import { useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '#protocol/wallet.ts'

export type WithdrawalState = Withdrawal['state']

/** The name of a state, and its meaning for the money. */
export function useWithdrawalWords(): Record<WithdrawalState, { name: string; meaning: string }> {
  const { t } = useLingui()
  return {
    requested: { name: t`Requested`, meaning: t`The amount has left your income wallet and waits to be checked.` },
    approved: { name: t`Approved`, meaning: t`It was checked and will be handed to the bank.` },
    sent: { name: t`Sent to the bank`, meaning: t`The bank has it and passes it on to your card.` },
    arrived: { name: t`Arrived`, meaning: t`The bank says that it is on your card.` },
    returned: {
      name: t`Returned`,
      meaning: t`It did not go through. All of it is back in your income wallet, the fee too.`,
    },
  }
}
