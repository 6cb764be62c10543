import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Bill, BillKind } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dateTimeText } from '../../../lib/dates.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { Count } from '../../../ui/count.tsx'
import { IconDisc, ListRow } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { useWalletNames } from '../account-words.ts'
import { isBillKind, useBillWords } from './bill-words.ts'

const icons: Record<BillKind, IconName> = {
  topup: 'plus',
  purchase: 'mall',
  refund: 'refresh',
  income: 'bolt',
  income_claim: 'check',
  sign_reward: 'calendar',
  invite_reward: 'team',
  gift_points: 'gift',
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
}

interface BillRowProps {
  bill: Bill
  /** True in a list of several wallets, where each movement names its wallet. */
  hasWallet: boolean
}

/** The content of one movement's row. */
export function BillRow({ bill, hasWallet }: BillRowProps) {
  const { i18n } = useLingui()
  const words = useBillWords()
  const { kind, wallet, at, subject, amount } = bill
  return (
    <ListRow
      start={<IconDisc name={isBillKind(kind) ? icons[kind] : 'wallet'} tone={amount > 0 ? 'positive' : 'neutral'} />}
      title={words(kind)}
      detail={
        <>
          {subject !== null && <span className="block">{subject}</span>}
          <time dateTime={at} className="figures">
            {dateTimeText(millisOf(at), i18n.locale)}
          </time>
        </>
      }
      end={<BillAmount bill={bill} />}
      endDetail={<Where wallet={wallet} hasWallet={hasWallet} />}
      leads
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

/** The wallet, or the part of it, where the movement's name alone doesn't tell. */
function Where({ wallet, hasWallet }: { wallet: Bill['wallet']; hasWallet: boolean }): ReactNode {
  const names = useWalletNames()
  switch (wallet) {
    case 'gold':
      return <Trans>gold coins</Trans>
    case 'lucky':
      return <Trans>Lucky Balls</Trans>
    case 'pending':
      return <Trans>to be claimed</Trans>
    case 'deposit':
      return hasWallet && names['time-deposit']
    case 'recharge':
    case 'income':
      return hasWallet && names[wallet as 'recharge' | 'income']
    // A wallet that only a newer server knows.
    default:
      return null
  }
}
