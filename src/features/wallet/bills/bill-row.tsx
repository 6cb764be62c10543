import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Bill, BillKind } from '#protocol/wallet.ts'
import type { BillWallet } from '#protocol/wallet-reads.ts'
import { millisOf } from '../../../lib/clock.ts'
import { timeText } from '../../../lib/date-texts.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { Count } from '../../../ui/count.tsx'
import { IconDisc, ListRow } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { useWalletNames } from '../account-words.ts'
import { useBillSubject } from './bill-subject.ts'
import { isBillKind, useBillWords } from './bill-words.ts'

const icons: Record<BillKind, IconName> = {
  topup: 'plus',
  purchase: 'mall',
  refund: 'refresh',
  closing_refund: 'refresh',
  income: 'bolt',
  income_claim: 'check',
  sign_reward: 'calendar',
  invite_reward: 'team',
  gift_points: 'gift',
  gift_return: 'refresh',
  withdrawal: 'card',
  withdrawal_return: 'refresh',
  exchange: 'refresh',
  deposit: 'wallet',
  deposit_return: 'wallet',
  deposit_interest: 'chart',
  quiz_reward: 'help',
  gift_code: 'gift',
  salary: 'document',
  card_repayment: 'card',
  prize: 'trophy',
  points_spent: 'coin',
  points_refund: 'refresh',
  lucky_bought: 'gift',
  level_bonus: 'trophy',
  topup_reversal: 'refresh',
  reversal_undone: 'refresh',
  income_reversal: 'refresh',
  debt_netting: 'check',
}

interface BillRowProps {
  bill: Bill
  /** True in a list of several wallets, where each movement names its wallet. */
  hasWallet: boolean
  /** The member's time zone, whose days the list is told by. */
  zone: string
}

/** The content of one movement's row. */
export function BillRow({ bill, hasWallet, zone }: BillRowProps) {
  const { i18n } = useLingui()
  const words = useBillWords()
  const subject = useBillSubject()(bill)
  const { kind, at, amount } = bill
  return (
    <ListRow
      start={<IconDisc name={isBillKind(kind) ? icons[kind] : 'wallet'} tone={amount > 0 ? 'positive' : 'neutral'} />}
      title={words(kind)}
      detail={
        <>
          {subject !== null && <>{subject} · </>}
          <time dateTime={at} className="figures whitespace-nowrap">
            {timeText(millisOf(at), i18n.locale, zone)}
          </time>
        </>
      }
      end={<BillAmount bill={bill} />}
      endDetail={<Held bill={bill} hasWallet={hasWallet} />}
    />
  )
}

export function BillAmount({ bill: { wallet, amount, currency } }: { bill: Bill }): ReactNode {
  return wallet === 'gold' || wallet === 'lucky' ? (
    <Count value={amount} sign="always" size="inherit" />
  ) : (
    <Money value={amount} currency={currency} sign="always" />
  )
}

/** The balance after the movement, with its wallet where the movement's name alone doesn't tell. */
function Held({ bill: { wallet, balanceAfter, currency }, hasWallet }: Omit<BillRowProps, 'zone'>): ReactNode {
  const { t } = useLingui()
  const names = useWalletNames()
  const all: Record<BillWallet, string | undefined> = {
    gold: t`Gold coins`,
    lucky: t`Lucky Balls`,
    pending: t`To claim`,
    deposit: hasWallet ? names['time-deposit'] : undefined,
    recharge: hasWallet ? names.recharge : undefined,
    income: hasWallet ? names.income : undefined,
  }
  // A wallet that only a newer server knows has no name.
  const name = wallet in all ? all[wallet as BillWallet] : undefined
  // Answers of an earlier build don't tell the balance.
  if (balanceAfter === undefined) return name ?? null
  const balance =
    wallet === 'gold' || wallet === 'lucky' ? (
      <Count value={balanceAfter} size="inherit" />
    ) : (
      <Money value={balanceAfter} currency={currency} />
    )
  return name === undefined ? (
    <Trans>Balance {balance}</Trans>
  ) : (
    <Trans>
      {name}: {balance}
    </Trans>
  )
}
