import { useEffect } from 'react'
import * as v from 'valibot'
import { createDraft } from '../../entities/draft.ts'
import { draftNames } from '../../outbox/settled-drafts.ts'
import { debounce } from '../../lib/debounce.ts'

/**
 * The saved draft of a card that is being added. The number, the expiry and the CVV are never saved: the member types
 * them again.
 */
const CardDraft = v.object({ bankId: v.string(), holderName: v.string(), phone: v.string() })
export type CardDraft = v.InferOutput<typeof CardDraft>

export const cardDraft = createDraft(draftNames.card, CardDraft)

/** Saves the fields of a new card that are no secrets, a moment after the last keystroke. */
export function useDraftSaving(memberId: string, { bankId, holderName, phone }: CardDraft): void {
  useEffect(() => {
    if (bankId === '' && holderName === '' && phone === '') return
    const later = debounce(() => void cardDraft.save(memberId, { bankId, holderName, phone }))
    later()
    return later.cancel
  }, [memberId, bankId, holderName, phone])
}
