import { useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '#protocol/wallet.ts'

export type WithdrawalState = Withdrawal['state']

/** The name of a state, and its meaning for the money. */
export function useWithdrawalWords(): Record<WithdrawalState, { name: string; meaning: string }> {
  const { t } = useLingui()
  return {
    requested: { name: t`Requested`, meaning: t`The amount has left your income wallet and is waiting to be checked.` },
    approved: { name: t`Approved`, meaning: t`We checked it. It goes to the bank next.` },
    sent: { name: t`Sent to the bank`, meaning: t`The bank has it and is sending it to your card.` },
    arrived: { name: t`Arrived`, meaning: t`The bank says it has reached your card.` },
    returned: {
      name: t`Returned`,
      meaning: t`It didn't go through. All of it went back to your income wallet, including the fee.`,
    },
  }
}
