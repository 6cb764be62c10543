import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LaterName } from '#protocol/primitives.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { prepayType } from '#protocol/orders.ts'
import { balances } from '../../entities/balances.ts'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'

export type Method = Answer<typeof prepayType>['methods'][number]
export type Wallet = Method['wallet']

interface WalletChoiceProps {
  methods: readonly Method[]
  currency: string
  /** The amount to pay; a wallet with less can't be chosen. */
  payment: number
  value: Wallet
  onChange: (wallet: Wallet) => void
}

/** The choice of the wallet that pays, with the balances. */
export function WalletChoice({ methods, currency, payment, value, onChange }: WalletChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0 overflow-hidden rounded-lg bg-surface shadow-card">
      <legend className="sr-only">
        <Trans>Pay from</Trans>
      </legend>
      <div className="divide-y divide-line">
        {methods.map((it) => (
          <label
            key={it.wallet}
            className="flex min-h-17 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name={name}
              checked={it.wallet === value}
              onChange={() => onChange(it.wallet)}
              className="size-5 shrink-0 outline-none"
            />
            <span className="min-w-0 flex-1 basis-[6rem]">
              <span className="block">
                <WalletName wallet={it.wallet} />
              </span>
              {it.balance < payment && (
                <Shortage wallet={it.wallet} missing={payment - it.balance} currency={currency} />
              )}
            </span>
            <Money value={it.balance} currency={currency} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The name of a wallet. A newer server may have wallets that are unknown to this version. */
export function WalletName({ wallet }: { wallet: Wallet | LaterName }) {
  if (wallet === 'recharge') return <Trans>Recharge wallet</Trans>
  return wallet === 'income' ? <Trans>Income wallet</Trans> : <Trans>Another wallet</Trans>
}

function Shortage({ wallet, missing, currency }: { wallet: Wallet; missing: number; currency: string }) {
  // A top-up pays what the member owes first.
  const owed = useQuery(balances).data?.owed?.recharge ?? 0
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-small text-danger">
      <span className="inline-flex items-center gap-1">
        <Icon name="warning" size="tiny" />
        <span className="min-w-0">
          <Trans>
            <Money value={missing} currency={currency} /> short
          </Trans>
        </span>
      </span>
      {wallet === 'recharge' && (
        <Link
          to="/pages/pay/ustd"
          search={{ amount: String(missing + owed) }}
          className="inline-flex min-h-11 items-center font-strong text-accent-ink underline"
        >
          <Trans>Top up</Trans>
        </Link>
      )}
    </span>
  )
}
