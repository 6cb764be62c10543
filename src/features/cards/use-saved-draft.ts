import { useEffect, useState } from 'react'
import { cardDraft, type CardDraft } from './card-draft.ts'

const patienceMs = 2000

/** What this device kept of a card that could not be added; undefined until the store has said whether there is any. */
export function useSavedDraft(memberId: string): { draft: CardDraft | undefined } | undefined {
  const [kept, setKept] = useState<{ draft: CardDraft | undefined }>()
  useEffect(() => {
    let isHere = true
    const take = (draft: CardDraft | undefined) => {
      if (isHere) setKept((before) => before ?? { draft })
    }
    void cardDraft.kept(memberId).then(take)
    // A store that never opens must not keep anyone from adding a card.
    const timer = setTimeout(() => take(undefined), patienceMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId])
  return kept
}
