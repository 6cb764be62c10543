import { useEffect } from 'react'
import { cardDraft, type CardDraft } from './card-draft.ts'

const pauseMs = 500

/** Keeps on this device what is not secret of a card that is being added, a moment after it was typed. */
export function useDraftSaving(memberId: string, { bankId, holderName, phone }: CardDraft): void {
  useEffect(() => {
    if (bankId === '' && holderName === '' && phone === '') return
    const timer = setTimeout(() => void cardDraft.save(memberId, { bankId, holderName, phone }), pauseMs)
    return () => clearTimeout(timer)
  }, [memberId, bankId, holderName, phone])
}
