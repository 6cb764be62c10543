import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { WalletName } from '#protocol/bill-types.ts'
import type { Answer } from '#protocol/call.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Money } from '../../../ui/money.tsx'

/** Payments that were reported for the member and aren't in the recharge wallet yet; nothing where there are none. */
export function UnderReviewLine({
  wallet,
  balances: { underReview = 0, currency },
}: {
  wallet: WalletName | undefined
  balances: Answer<typeof accountInfo>
}): ReactNode {
  if (underReview === 0 || (wallet !== undefined && wallet !== 'recharge')) return null
  const amount = <Money value={underReview} currency={currency} />
  return (
    <Banner tone="neutral">
      <Trans>
        {amount} is under review. The operator checks larger payments before they are credited. You'll get a message
        with the result.
      </Trans>
    </Banner>
  )
}
