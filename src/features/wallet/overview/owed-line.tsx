import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { WalletName } from '#protocol/bill-types.ts'
import type { Answer } from '#protocol/call.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Money } from '../../../ui/money.tsx'

/** What the member owes to a wallet since money was taken back that wasn't there any more; nothing without a debt. */
export function OwedLine({
  wallet,
  balances: { owed = { recharge: 0, income: 0 }, pendingIncome, currency },
}: {
  wallet: WalletName | undefined
  balances: Answer<typeof accountInfo>
}): ReactNode {
  const amount = (value: number) => <Money value={value} currency={currency} />
  return (
    <>
      {owed.recharge > 0 && (wallet === undefined || wallet === 'recharge') && (
        <Banner tone="warning">
          <Trans>
            You owe {amount(owed.recharge)}: a top-up was taken back that was no longer all in your recharge wallet.
            What comes into it next pays that first. You can still withdraw your income.
          </Trans>
        </Banner>
      )}
      {owed.income > 0 && (wallet === undefined || wallet === 'income') && (
        <Banner tone="warning">
          {pendingIncome > 0 ? (
            <Trans>
              You owe {amount(owed.income)}: income was taken back that was not all in your income wallet.{' '}
              {amount(pendingIncome)} is ready to claim. Once you claim it, it pays that first. You can still withdraw
              the rest.
            </Trans>
          ) : (
            <Trans>
              You owe {amount(owed.income)}: income was taken back that was no longer all in your income wallet. What
              comes into it next, also by a claim, pays that first. You can still withdraw the rest.
            </Trans>
          )}
        </Banner>
      )}
    </>
  )
}
