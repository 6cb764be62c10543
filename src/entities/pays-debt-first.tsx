import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../ui/banner.tsx'
import { Money } from '../ui/money.tsx'
import { balances } from './balances.ts'

/** Before money comes into a wallet to which its member owes something: that it pays this first. */
export function PaysDebtFirst({ wallet }: { wallet: 'recharge' | 'income' }) {
  const known = useQuery(balances).data
  const owed = known?.owed?.[wallet] ?? 0
  if (known === undefined || owed === 0) return null
  const amount = <Money value={owed} currency={known.currency} />
  return (
    <Banner tone="warning">
      {wallet === 'recharge' ? (
        <Trans>You owe {amount} to your recharge wallet. What comes into it pays that first.</Trans>
      ) : (
        <Trans>You owe {amount} to your income wallet. What comes into it pays that first.</Trans>
      )}
    </Banner>
  )
}
