import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { balances } from '../../entities/balances.ts'
import { Money } from '../../ui/money.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import type { Wallet } from './repayment-validation.ts'

interface PayFromProps {
  names: Readonly<Record<Wallet, string>>
  currency: string
  value: Wallet
  onChange: (wallet: Wallet) => void
}

/** The wallets that a bill can be repaid from. Their balances are of another time than the bill. */
export function PayFrom({ names, currency, value, onChange }: PayFromProps) {
  const { t } = useLingui()
  const query = useQuery(balances)
  const row = (wallet: Wallet) => ({
    value: wallet,
    title: names[wallet],
    end: query.data && <Money value={query.data[wallet]} currency={currency} />,
  })
  return (
    <div className="flex flex-col">
      <SectionStates query={query}>{() => null}</SectionStates>
      <RadioRows label={t`Pay from`} value={value} onChange={onChange} rows={[row('recharge'), row('income')]} />
    </div>
  )
}
