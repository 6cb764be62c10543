import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BillType, WalletName } from '#protocol/bill-types.ts'
import type { Answer } from '#protocol/call.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import { balances } from '../../../entities/balances.ts'
import { FilterBar, Tiles } from '../../../ui/choice.tsx'
import { DayFields } from '../../../ui/day-fields.tsx'
import { Money } from '../../../ui/money.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { useWalletNames } from '../account-words.ts'
import { spanText, type DaySpan } from '../../../entities/day-span.ts'
import type { BillSearch } from '../search.ts'

interface WalletBarProps {
  wallets: readonly WalletName[]
  /** Undefined for all wallets. */
  wallet: WalletName | undefined
  onSearch: (change: Partial<BillSearch>) => void
}

/** Chooses the wallet; each shows what it holds. */
export function WalletBar({ wallets, wallet, onSearch }: WalletBarProps) {
  const { t } = useLingui()
  const names = useWalletNames()
  const held = useQuery(balances).data
  const options = [
    { value: 'all' as const, text: t`All` },
    ...wallets.map((value) => ({
      value,
      text: (
        <span className="flex flex-col items-start">
          <span className="text-small text-ink-soft forced-colors:text-inherit">{names[value]}</span>
          {held && <Held wallet={value} balances={held} />}
        </span>
      ),
    })),
  ]
  return (
    <Tiles
      label={t`Wallet`}
      value={wallet ?? 'all'}
      options={options}
      onChange={(next) => onSearch({ wallet: next === 'all' ? undefined : next, type: undefined })}
    />
  )
}

function Held({
  wallet,
  balances: { currency, recharge, income, timeDeposit, goldCoins, luckyBalls },
}: {
  wallet: WalletName
  balances: Answer<typeof accountInfo>
}) {
  if (wallet === 'points')
    return (
      <span className="figures font-strong">
        <Plural value={goldCoins} one="# gold coin" other="# gold coins" /> <span aria-hidden>·</span>{' '}
        <Plural value={luckyBalls} one="# Lucky Ball" other="# Lucky Balls" />
      </span>
    )
  return <Money value={{ recharge, income, 'time-deposit': timeDeposit }[wallet]} currency={currency} />
}

interface BillFiltersProps {
  wallet: WalletName | undefined
  type: BillType | undefined
  span: DaySpan | undefined
  /** The types that any movement on this device is of. */
  types: readonly BillType[]
  /** Today in the member's time zone. */
  today: string
  onSearch: (change: Partial<BillSearch>) => void
}

/**
 * The types (specification 3), only those that the member has: as chips under the thumb; beside a second pane, where
 * chips would need many lines, as a list to open.
 */
export function TypeFilter({ type, types, onSearch }: Pick<BillFiltersProps, 'type' | 'types' | 'onSearch'>) {
  const { t } = useLingui()
  const names = useTypeNames()
  const isWide = useWide()
  if (types.length < 2 && type === undefined) return null
  if (isWide)
    return (
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
    )
  return (
    <FilterBar
      label={t`Type`}
      value={type ?? 'all'}
      options={[{ value: 'all' as const, text: t`Every type` }, ...types.map((it) => ({ value: it, text: names[it] }))]}
      onChange={(next) => onSearch({ type: next === 'all' ? undefined : next })}
    />
  )
}

/** Search and days (specification 9) in one line. */
export function SearchAndDays({
  span,
  today,
  onSearch,
  children,
}: Pick<BillFiltersProps, 'span' | 'today' | 'onSearch'> & { children: ReactNode }) {
  const { t } = useLingui()
  const days = typeof span === 'object' ? span : undefined
  const choices: readonly (readonly [string, string])[] = [
    ['', t`All time`],
    ['today', t`Today`],
    ['yesterday', t`Yesterday`],
    ['last 7 days', t`Last 7 days`],
    ['last 30 days', t`Last 30 days`],
    ['days', t`Choose days`],
  ]
  const choose = (next: string) =>
    onSearch({ range: next === 'days' ? spanText({ from: today, to: today }) : next || undefined })
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        <div className="flex-[2_1_9rem] empty:hidden">{children}</div>
        {/* As wide as its longest choice. */}
        <div className="max-w-full flex-[1_0_auto]">
          <SelectField
            label={t`Days`}
            labelHidden
            value={days ? 'days' : (spanText(span) ?? '')}
            onChange={(event) => choose(event.target.value)}
          >
            {choices.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {days && <DayFields days={days} today={today} onChange={(next) => onSearch({ range: spanText(next) })} />}
    </>
  )
}

/** The types of bills, as the specification names them. */
function useTypeNames(): Record<BillType, string> {
  const { t } = useLingui()
  return {
    income: t`Income`,
    transfer: t`Income claimed`,
    vehicle: t`Income from vehicles`,
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
    reversal: t`Taken back`,
  }
}
