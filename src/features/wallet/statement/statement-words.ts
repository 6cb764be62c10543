import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useDemoMark } from '../../../entities/demo-mark.ts'
import { dayText, timestampIn } from '../../../lib/date-texts.ts'
import { useAccountWords } from '../account-words.ts'
import { useKindWords } from '../bills/bill-words.ts'

/** All words of a statement's file, in the reader's language. */
export interface StatementWords {
  language: string
  isFromRight: boolean
  zone: string
  title: string
  /** That the money isn't real, where it isn't. */
  demo: string | undefined
  name: string
  member: (id: string) => string
  period: string
  made: string
  /** The result of checking. */
  checked: string
  movements: (count: number) => string
  lastHash: string
  opening: string
  closing: string
  columns: Record<'number' | 'at' | 'kind' | 'wallet' | 'amount' | 'currency' | 'id' | 'reference' | 'hash', string>
  kind: (kind: string) => string
  account: (code: string) => string
  page: (at: number, of: number) => string
}

interface About {
  name: string
  zone: string
  from: string
  to: string
  /** In milliseconds. */
  readAt: number
  checked: string
}

export function useStatementWords(): (about: About) => StatementWords {
  const { t, i18n } = useLingui()
  const kind = useKindWords()
  const account = useAccountWords()
  const demo = useDemoMark()
  return ({ name, zone, from, to, readAt, checked }) => {
    const [first, last] = [dayText(from, i18n.locale), dayText(to, i18n.locale)]
    const isFromRight = document.documentElement.dir === 'rtl'
    const inOnePiece = isFromRight ? isolated : (text: string) => text
    const made = inOnePiece(timestampIn(zone, readAt))
    return {
      language: i18n.locale,
      isFromRight,
      zone,
      name,
      checked,
      kind,
      account,
      title: t`Statement of all wallets`,
      demo,
      member: (it) => {
        const id = inOnePiece(it)
        return t`Member ${id}`
      },
      period: t`From ${first} to ${last}, days of ${zone}`,
      made: t`Created on ${made}`,
      movements: (count) => t`${plural(count, { one: '# transaction', other: '# transactions' })}`,
      lastHash: t`Checksum of the last line (SHA-256)`,
      opening: t`Balance before`,
      closing: t`Balance after`,
      columns: {
        number: t`No.`,
        at: t`Time`,
        kind: t`Description`,
        wallet: t`Wallet`,
        amount: t`Amount`,
        currency: t`Currency`,
        id: t`Ledger entry`,
        reference: t`Reference`,
        hash: t`Checksum`,
      },
      page: (at, of) => t`Page ${at} of ${of}`,
    }
  }
}

/** Without isolation, the parts of a figure would change places in right-to-left text. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`
}
