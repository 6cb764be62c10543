import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { typesOf, type BillType, type WalletName } from '#protocol/bill-types.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterBar } from '../../../ui/choice.tsx'
import { DayFields } from '../../../ui/day-fields.tsx'
import { DateRanges } from '../../../ui/date-ranges.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useWalletNames } from '../account-words.ts'
import { spanText, type DaySpan } from '../../../entities/day-span.ts'
import type { BillSearch } from '../search.ts'

interface WalletBarProps {
  wallets: readonly WalletName[]
  /** Undefined for all wallets. */
  wallet: WalletName | undefined
  onSearch: (change: Partial<BillSearch>) => void
}

/** Chooses the wallet. */
export function WalletBar({ wallets, wallet, onSearch }: WalletBarProps) {
  const { t } = useLingui()
  const names = useWalletNames()
  const options = [{ value: 'all' as const, text: t`All` }, ...wallets.map((value) => ({ value, text: names[value] }))]
  return (
    <FilterBar
      label={t`Wallet`}
      value={wallet ?? 'all'}
      options={options}
      onChange={(next) => onSearch({ wallet: next === 'all' ? undefined : next, type: undefined })}
    />
  )
}

interface BillFiltersProps {
  wallet: WalletName | undefined
  type: BillType | undefined
  span: DaySpan | undefined
  /** Today in the member's time zone. */
  today: string
  onSearch: (change: Partial<BillSearch>) => void
}

/**
 * Filters by type (specification 3) and by days (specification 9). Collapsed while no filter is set, because the list
 * is what members come for.
 */
export function BillFilters(props: BillFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const isChosen = props.type !== undefined || props.span !== undefined
  const isShown = isOpen || isChosen
  const fold = () => {
    setOpen(!isShown)
    // Collapsing clears the filters: a hidden filter must not go on hiding movements.
    if (isChosen) props.onSearch({ type: undefined, range: undefined })
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button look="plain" size="small" icon={isShown ? 'minus' : 'plus'} aria-expanded={isShown} onClick={fold}>
          <Trans>Filter by type and days</Trans>
        </Button>
      </div>
      {isShown && <Filters {...props} />}
    </div>
  )
}

function Filters({ wallet, type, span, today, onSearch }: BillFiltersProps) {
  const { t } = useLingui()
  const names = useTypeNames()
  const types = typesOf(wallet)
  const days = typeof span === 'object' ? span : undefined
  return (
    <>
      {types.length > 0 && (
        <SelectField
          label={t`Type`}
          labelHidden
          value={type ?? ''}
          onChange={(event) => onSearch({ type: event.target.value || undefined })}
        >
          <option value="">{t`Every type`}</option>
          {types.map((it) => (
            <option key={it} value={it}>
              {names[it]}
            </option>
          ))}
        </SelectField>
      )}
      <DateRanges
        value={typeof span === 'object' ? 'days' : span}
        hasDays
        onChange={(next) => onSearch({ range: next === 'days' ? spanText({ from: today, to: today }) : next })}
      />
      {days && <DayFields days={days} today={today} onChange={(next) => onSearch({ range: spanText(next) })} />}
    </>
  )
}

/** The types of bills, as the specification names them. */
function useTypeNames(): Record<BillType, string> {
  const { t } = useLingui()
  return {
    income: t`Income`,
    transfer: t`Transfer into the wallet`,
    vehicle: t`Vehicle income summary`,
    pile: t`Charging pile income`,
    recharge: t`Recharge`,
    withdrawal: t`Withdrawal`,
    exchange: t`Exchange`,
    deposit: t`Time deposit`,
    purchase: t`Purchase and refund`,
    repayment: t`Card repayment`,
    salary: t`Weekly salary`,
    gift: t`Gift code`,
    reward: t`Check-in and rewards`,
    spending: t`Points spent and refunded`,
    points: t`Points`,
    quiz: t`Quiz reward`,
    prize: t`Prize`,
  }
}
