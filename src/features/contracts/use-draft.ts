import { useEffect, useState } from 'react'
import { contractDraft, type ContractDraft } from './contract-draft.ts'

const patienceMs = 2000

/** What this device kept; undefined until the store has said whether there is any. */
export function useDraft(memberId: string, basedOn: number): { draft: ContractDraft | undefined } | undefined {
  const [kept, setKept] = useState<{ draft: ContractDraft | undefined }>()
  useEffect(() => {
    let isHere = true
    const take = (draft: ContractDraft | undefined) => {
      if (isHere) setKept((before) => before ?? { draft })
    }
    void contractDraft.kept(memberId).then((it) => take(it?.basedOn === basedOn ? it : undefined))
    // A store that never opens must not keep anyone from signing.
    const timer = setTimeout(() => take(undefined), patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId, basedOn])
  return kept
}
