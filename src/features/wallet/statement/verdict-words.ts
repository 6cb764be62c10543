import { useLingui } from '@lingui/react/macro'
import { millisOf } from '../../../lib/clock.ts'
import { timestampIn } from '../../../lib/date-texts.ts'
import { useAccountWords } from '../account-words.ts'
import type { Verdict } from './statement.ts'
import { isolated } from './statement-words.ts'

/** The result of checking a statement, in a sentence; the same on the screen and in the file. Times are of `zone`. */
export function useVerdictWords(zone: string): (verdict: Verdict) => string {
  const { t } = useLingui()
  const accounts = useAccountWords()
  return (verdict) => {
    switch (verdict.kind) {
      case 'intact':
        return t`Checked on this device, nothing changed: each line follows from the one before, and the balances match.`
      case 'other':
        return t`WRONG statement: these are another member's transactions, or from other days.`
      case 'broken':
        return t`CHANGED: the chain is broken at line ${verdict.at}. That line, or one before it, was changed, removed or added later.`
      case 'incomplete':
        return t`NOT complete: ${verdict.promised} lines were announced and ${verdict.came} arrived.`
      case 'unbalanced': {
        const account = accounts(verdict.account)
        return t`NOT in balance: the transactions of “${account}” don't lead from its balance before to its balance after.`
      }
      case 'rewritten':
        return t`CHANGED: line ${verdict.at} isn't the one this device has seen before.`
      case 'missing':
        return t`NOT complete: line ${verdict.at} is missing, and this device has seen it before.`
      case 'restored': {
        const instant = timestampIn(zone, millisOf(verdict.asOf))
        const when = document.documentElement.dir === 'rtl' ? isolated(instant) : instant
        const line = Math.max(...verdict.gone.map((it) => it.number))
        return t`RESTORED: the server says it was restored to ${when}. Lines this device saw after that, up to line ${line}, are gone; the rest is whole.`
      }
    }
  }
}
