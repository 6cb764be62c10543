import { useEffect } from 'react'
import * as v from 'valibot'
import { createDraft } from '../../entities/draft.ts'
import { debounce } from '../../lib/debounce.ts'

/**
 * What is saved of a card that could not be added yet. Its number, expiry and CVV are never saved: they are typed
 * again.
 */
const CardDraft = v.object({ bankId: v.string(), holderName: v.string(), phone: v.string() })
export type CardDraft = v.InferOutput<typeof CardDraft>

export const cardDraft = createDraft('card-draft', CardDraft)

/** Keeps on this device what is not secret of a card that is being added, a moment after it was typed. */
export function useDraftSaving(memberId: string, { bankId, holderName, phone }: CardDraft): void {
  useEffect(() => {
    if (bankId === '' && holderName === '' && phone === '') return
    const later = debounce(() => void cardDraft.save(memberId, { bankId, holderName, phone }))
    later()
    return later.cancel
  }, [memberId, bankId, holderName, phone])
}
