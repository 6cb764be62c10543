import { useLingui } from '@lingui/react/macro'
import { useAccountWords } from '../account-words.ts'
import type { Verdict } from './statement.ts'

/** The result of checking a statement, in a sentence; the same on the screen and in the file. */
export function useVerdictWords(): (verdict: Verdict) => string {
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
    }
  }
}
