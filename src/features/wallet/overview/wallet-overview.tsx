import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { WalletName } from '#protocol/bill-types.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { balances } from '../../../entities/balances.ts'
import { featureFlags } from '../../../entities/feature-flags.ts'
import { Count } from '../../../ui/count.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../../ui/skeletons.tsx'
import { OwedLine } from './owed-line.tsx'
import { TransferLine } from './transfer-line.tsx'
import { WalletActions, type WalletDeed } from './wallet-actions.tsx'
import { UnderReviewLine } from './under-review-line.tsx'

type Balances = Answer<typeof accountInfo>

interface WalletOverviewProps {
  /** Undefined for all wallets. */
  wallet: WalletName | undefined
  /** The settlement time of the newest income on this device. */
  newest: string | undefined
  onDo: (deed: WalletDeed) => void
}

/** What can be done with a wallet's money, in as few lines as possible: the movements are what members come for. */
export function WalletOverview({ wallet, newest, onDo }: WalletOverviewProps) {
  const shown = useQuery(featureFlags).data
  const query = useQuery(balances)
  return (
    <QueryStates
      query={query}
      skeleton={
        <Skeleton>
          <BlockBone shape="h-39 w-full rounded-lg!" />
        </Skeleton>
      }
    >
      {(it) => (
        <div className="flex flex-col gap-3">
          <OwedLine wallet={wallet} balances={it} />
          <UnderReviewLine wallet={wallet} balances={it} />
          {wallet !== undefined && <Meaning wallet={wallet} balances={it} />}
          {(wallet === undefined || wallet === 'income') && (
            <TransferLine
              toTransfer={it.pendingIncome}
              transferred={it.claimedIncome}
              currency={it.currency}
              newest={newest}
              at={query.dataUpdatedAt}
            />
          )}
          <WalletActions wallet={wallet} hasDeposits={shown?.showTimeDeposit === true} onDo={onDo} />
        </div>
      )}
    </QueryStates>
  )
}

function Meaning({
  wallet,
  balances: { goldCoins, luckyBalls },
}: {
  wallet: WalletName
  balances: Balances
}): ReactNode {
  const { t } = useLingui()
  const meanings: Record<WalletName, ReactNode> = {
    income: t`What your machines and your work earned. You can withdraw it.`,
    recharge: t`What you topped up. Use it to buy units or open a deposit.`,
    points: (
      <>
        <Trans>
          Gold coins: <Count value={goldCoins} size="inherit" />, Lucky Balls:{' '}
          <Count value={luckyBalls} size="inherit" />.
        </Trans>{' '}
        <Trans>They aren't money.</Trans>
      </>
    ),
    'time-deposit': t`Yours, set aside for a term.`,
  }
  return <p className="text-small text-ink-soft text-pretty">{meanings[wallet]}</p>
}
