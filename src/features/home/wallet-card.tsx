import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Count } from '../../ui/count.tsx'
import { Money } from '../../ui/money.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { ClaimLine } from './claim-line.tsx'
import { featureFlags } from '../../entities/feature-flags.ts'
import { balances } from '../../entities/balances.ts'
import { useIsOff } from '../../entities/use-is-off.ts'

type Balances = Answer<typeof accountInfo>
type Wallet = 'recharge' | 'income' | 'points' | 'time-deposit'

/**
 * The balance of each wallet, the ways out and in, and income to claim. Balances change only when the server confirms
 * a change.
 */
export function WalletCard() {
  const query = useQuery(balances)
  return (
    <Card>
      <QueryStates query={query} skeleton={<WalletSkeleton />}>
        {(it) => <Wallets balances={it} at={query.dataUpdatedAt} />}
      </QueryStates>
    </Card>
  )
}

function Wallets({
  balances: { currency, recharge, income, goldCoins, luckyBalls, timeDeposit, pendingIncome },
  at,
}: {
  balances: Balances
  at: number
}) {
  // A member's own money is always shown, also where time deposits are switched off.
  const showsDeposit = useQuery(featureFlags).data?.showTimeDeposit === true || timeDeposit > 0
  const isTopUpOff = useIsOff('topup')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <WalletLink wallet="income" name={<Trans>Income</Trans>}>
          <Money value={income} currency={currency} size="large" />
        </WalletLink>
        <WalletLink wallet="recharge" name={<Trans context="wallet">Recharge</Trans>}>
          <Money value={recharge} currency={currency} size="large" />
        </WalletLink>
        <WalletLink wallet="points" name={<Trans>Gold coins</Trans>}>
          <Count value={goldCoins} />
        </WalletLink>
        <WalletLink wallet="points" name={<Trans>Lucky Balls</Trans>}>
          <Count value={luckyBalls} />
        </WalletLink>
        {showsDeposit && (
          <WalletLink wallet="time-deposit" name={<Trans>Time deposit</Trans>}>
            <Money value={timeDeposit} currency={currency} size="title" />
          </WalletLink>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/subPages/withdraw/index" className={actionClass}>
          <Trans>Withdraw</Trans>
        </Link>
        {!isTopUpOff && (
          <Link to="/pages/pay/ustd" className={actionClass}>
            <Trans>Top up</Trans>
          </Link>
        )}
      </div>
      <div className="border-t border-line pt-3">
        <ClaimLine pending={pendingIncome} currency={currency} at={at} />
      </div>
    </div>
  )
}

const actionClass = buttonClass({ look: 'quiet', size: 'small' })

function WalletLink({ wallet, name, children }: { wallet: Wallet; name: ReactNode; children: ReactNode }) {
  return (
    <Link
      to="/pages/my/historyList"
      search={{ wallet }}
      className="-mx-2 block min-w-fit flex-[1_1_8.5rem] rounded-md px-2 py-2 transition-colors duration-(--quick) hover:bg-sunken/60 active:bg-sunken"
    >
      <span className="block text-small text-ink-soft">{name}</span>
      <span className="block">{children}</span>
    </Link>
  )
}

function WalletSkeleton() {
  return (
    <Skeleton>
      <div aria-hidden className="grid grid-cols-2 gap-4">
        {[0, 1, 2, 3].map((it) => (
          <BlockBone key={it} shape="h-14 w-full" />
        ))}
      </div>
    </Skeleton>
  )
}
