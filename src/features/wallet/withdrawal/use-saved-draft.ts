import { useEffect, useState } from 'react'
import { withdrawalDraft, type WithdrawalDraft } from './withdrawal-draft.ts'

const patienceMs = 2000

/** What the member was about to withdraw on an earlier visit; undefined until the store has said whether there is anything. */
export function useSavedDraft(memberId: string): WithdrawalDraft | undefined {
  const [kept, setKept] = useState<WithdrawalDraft>()
  useEffect(() => {
    let isHere = true
    const take = (it: WithdrawalDraft = {}) => {
      if (isHere) setKept((before) => before ?? it)
    }
    void withdrawalDraft.kept(memberId).then(take)
    // A store that never opens must not keep anyone from withdrawing.
    const timer = setTimeout(take, patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId])
  return kept
}
