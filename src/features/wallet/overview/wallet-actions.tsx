import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useIsPageOff } from '../../../entities/use-is-off.ts'
import { RouteLink } from '../../../ui/route-link.tsx'
import type { WalletName } from '#protocol/bill-types.ts'

/** The actions that open a sheet over the wallets. */
export type WalletDeed = 'exchange' | 'deposit' | 'statement'

interface WalletActionsProps {
  /** Undefined for all wallets. */
  wallet: WalletName | undefined
  /** Whether the operator offers time deposits. */
  hasDeposits: boolean
  onDo: (deed: WalletDeed) => void
}

/** The actions for the money of one wallet. */
export function WalletActions({ wallet, hasDeposits, onDo }: WalletActionsProps) {
  const isPointsMallOff = useIsPageOff('/subPages/pointsmall/index')
  const deposit = hasDeposits && (
    <Deed onClick={() => onDo('deposit')}>
      <Trans>Open a deposit</Trans>
    </Deed>
  )
  switch (wallet) {
    case undefined:
      return (
        <Actions>
          <Way to="/subPages/withdraw/index">
            <Trans>Withdraw</Trans>
          </Way>
          <Way to="/pages/pay/ustd">
            <Trans>Top up</Trans>
          </Way>
        </Actions>
      )
    case 'income':
      return (
        <Actions>
          <Way to="/subPages/withdraw/index">
            <Trans>Withdraw</Trans>
          </Way>
          <Deed onClick={() => onDo('exchange')}>
            <Trans>Move to recharge</Trans>
          </Deed>
          {deposit}
        </Actions>
      )
    case 'recharge':
      return (
        <Actions>
          <Way to="/pages/pay/ustd">
            <Trans>Top up</Trans>
          </Way>
          {deposit}
        </Actions>
      )
    case 'points':
      return (
        !isPointsMallOff && (
          <Actions>
            <Way to="/subPages/pointsmall/index">
              <Trans>Points mall</Trans>
            </Way>
          </Actions>
        )
      )
    case 'time-deposit':
      return deposit && <Actions>{deposit}</Actions>
  }
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <RouteLink route={to} className={buttonClass({ look: 'quiet', size: 'small' })}>
      {children}
    </RouteLink>
  )
}

function Deed({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button look="quiet" size="small" onClick={onClick}>
      {children}
    </Button>
  )
}
