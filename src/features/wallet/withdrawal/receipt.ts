import { useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '#protocol/wallet.ts'
import { useDemoMark } from '../../../entities/demo-mark.ts'
import { useMemberZone } from '../../../entities/profile.ts'
import { millisOf, systemClock } from '../../../lib/clock.ts'
import { timestampIn } from '../../../lib/date-texts.ts'
import { formatMoney } from '../../../lib/money.ts'
import { useWithdrawalWords } from './withdrawal-words.ts'

/** What a withdrawal's receipt says, in the reader's language; the same in the picture and in the PDF. */
export interface Receipt {
  language: string
  isFromRight: boolean
  title: string
  /** The amount that arrives; where all of it came back, the one that was requested. The largest text. */
  amount: string
  state: string
  rows: readonly { name: string; value: string }[]
  /** When it was made, and that money of the demonstration isn't real. */
  notes: readonly string[]
  /** Without its ending. */
  fileName: string
}

export function useReceipt(): (withdrawal: Withdrawal) => Receipt {
  const { t, i18n } = useLingui()
  const words = useWithdrawalWords()
  const zone = useMemberZone()
  const demo = useDemoMark()
  return ({ id, currency, amount, fee, tax, arrives, cardMasked, state, steps, cancelledAt }) => {
    const isFromRight = document.documentElement.dir === 'rtl'
    // Without isolation, the parts of a figure would change places in right-to-left text.
    const inOnePiece = (text: string) => (isFromRight ? `\u2066${text}\u2069` : text)
    const money = (value: number) => formatMoney(value, currency, i18n.locale)
    const made = inOnePiece(timestampIn(zone, systemClock.now()))
    const isReturned = state === 'returned'
    const nameOf = (it: Withdrawal['state']) =>
      it === 'returned' && cancelledAt ? t`Cancelled by you` : words[it].name
    return {
      language: i18n.locale,
      isFromRight,
      title: t`Withdrawal receipt`,
      amount: money(isReturned ? amount : arrives),
      state: nameOf(state),
      rows: [
        { name: t`Left your income wallet`, value: money(amount) },
        ...(isReturned ? [{ name: t`Returned to your income wallet`, value: money(amount) }] : []),
        { name: isReturned ? t`Fee (returned)` : t`Fee`, value: money(fee) },
        ...(tax > 0 ? [{ name: isReturned ? t`Tax (returned)` : t`Tax`, value: money(tax) }] : []),
        { name: t`Card`, value: inOnePiece(cardMasked) },
        ...steps.map((it) => ({ name: nameOf(it.state), value: inOnePiece(timestampIn(zone, millisOf(it.at))) })),
        { name: t`Time zone`, value: inOnePiece(zone) },
        { name: t`Reference`, value: inOnePiece(id) },
      ],
      notes: [t`Created on ${made}`, ...(demo === undefined ? [] : [demo])],
      fileName: `voltfolio-withdrawal-${id.slice(0, 8)}`,
    }
  }
}
