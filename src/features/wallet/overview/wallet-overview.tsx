import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { Card } from '../../../ui/card.tsx'
import { Count } from '../../../ui/count.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../../ui/skeletons.tsx'
import { useWalletNames } from '../account-words.ts'
import type { WalletName } from '#protocol/bill-types.ts'
import { featureFlags } from '../../../entities/feature-flags.ts'
import { balances } from '../../../entities/balances.ts'
import { TransferLine } from './transfer-line.tsx'
import { WalletActions, type WalletDeed } from './wallet-actions.tsx'

type Balances = Answer<typeof accountInfo>

interface WalletOverviewProps {
  /** The wallets to show: one in full, or several one below the other. */
  wallets: readonly WalletName[]
  /** The settlement time of the newest income on this device. */
  newest: string | undefined
  onDo: (deed: WalletDeed) => void
}

/** The balance of each wallet, its purpose, and its actions. */
export function WalletOverview({ wallets, newest, onDo }: WalletOverviewProps) {
  const shown = useQuery(featureFlags).data
  const hasDeposits = shown?.showTimeDeposit === true
  const hasPointsMall = shown?.switchedOff.includes('pointsmall') !== true
  return (
    <QueryStates
      query={useQuery(balances)}
      skeleton={
        <Skeleton>
          <BlockBone shape="h-32 w-full rounded-lg!" />
        </Skeleton>
      }
    >
      {(it) => (
        <div className="flex flex-col gap-3">
          {wallets.map((wallet) => (
            <Card key={wallet}>
              <div className="flex flex-col gap-4">
                <Balance wallet={wallet} balances={it} hasName={wallets.length > 1} />
                {wallet === 'income' && (
                  <TransferLine
                    toTransfer={it.pendingIncome}
                    transferred={it.claimedIncome}
                    currency={it.currency}
                    newest={newest}
                  />
                )}
                <WalletActions
                  wallet={wallet}
                  hasDeposits={hasDeposits && (wallets.length === 1 || wallet === 'time-deposit')}
                  hasPointsMall={hasPointsMall}
                  onDo={onDo}
                />
              </div>
            </Card>
          ))}
          {wallets.length > 1 && (
            <Link
              to="/pages/my/books"
              className="inline-flex min-h-11 items-center gap-2 self-start rounded-md px-2 text-small font-strong text-accent-ink hover:bg-accent-soft"
            >
              <Icon name="shield" size="small" />
              <Trans>Where the money is</Trans>
            </Link>
          )}
        </div>
      )}
    </QueryStates>
  )
}

function Balance({
  wallet,
  balances: { currency, recharge, income, timeDeposit, goldCoins, luckyBalls },
  hasName,
}: {
  wallet: WalletName
  balances: Balances
  hasName: boolean
}) {
  const { t } = useLingui()
  const names = useWalletNames()
  const meanings: Record<WalletName, string> = {
    income: t`What your machines and your work brought. It can be withdrawn.`,
    recharge: t`What you topped up. It buys units and can be deposited.`,
    points: t`Gold coins and Lucky Balls. They are no money.`,
    'time-deposit': t`Yours, set aside for a term.`,
  }
  const amount: ReactNode =
    wallet === 'points' ? (
      <span className="flex flex-wrap gap-x-8 gap-y-2">
        <Figure name={<Trans>Gold coins</Trans>}>
          <Count value={goldCoins} />
        </Figure>
        <Figure name={<Trans>Lucky Balls</Trans>}>
          <Count value={luckyBalls} />
        </Figure>
      </span>
    ) : (
      <Money value={{ recharge, income, 'time-deposit': timeDeposit }[wallet]} currency={currency} size="large" />
    )
  if (hasName)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-strong">{names[wallet]}</h2>
        {amount}
      </div>
    )
  return (
    <div className="flex flex-col gap-1">
      {wallet === 'points' ? amount : <Figure name={<Trans>In this wallet</Trans>}>{amount}</Figure>}
      <p className="text-small text-ink-soft">{meanings[wallet]}</p>
    </div>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <span className="block">
      <span className="block text-small text-ink-soft">{name}</span>
      {children}
    </span>
  )
}
