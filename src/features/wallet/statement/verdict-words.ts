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
        return t`Checked on this device and intact: every line follows from the one before, and the balances agree.`
      case 'other':
        return t`NOT what was asked for: these are another member's movements, or of other days.`
      case 'broken':
        return t`NOT intact: the chain is broken at line ${verdict.at}. That line, or one before it, was changed, left out or put in later.`
      case 'incomplete':
        return t`NOT complete: ${verdict.promised} lines were announced and ${verdict.came} came.`
      case 'unbalanced': {
        const account = accounts(verdict.account)
        return t`NOT in balance: the movements of “${account}” don't lead from its balance before to its balance after.`
      }
      case 'rewritten':
        return t`NOT what it was: line ${verdict.at} is another than this device was shown before.`
      case 'missing':
        return t`NOT complete: line ${verdict.at}, which this device was shown before, is missing.`
    }
  }
}
