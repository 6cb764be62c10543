import type { ArgsInput } from '#protocol/call.ts'
import { draftDetail, draftGenerate, payResult, prepayType } from '#protocol/orders.ts'
import { usableCoupons } from '#protocol/wallet.ts'
import { readOf } from '../../cache/read-of.ts'

/** Fresh numbers for a wish. Asking again makes another draft, so it is not done behind the member's back. */
export function freshDraft(choice: ArgsInput<typeof draftGenerate>) {
  return { ...readOf(draftGenerate, choice), refetchOnWindowFocus: false, gcTime: 60_000, staleTime: 60_000 }
}

/** A draft by its address, with the numbers of now. */
export function draftOf(id: string) {
  return { ...readOf(draftDetail, { id }), refetchOnWindowFocus: false }
}

/** The member's coupons that fit a purchase, with their terms, the best first. */
export function couponsFor(productId: string, quantity: number) {
  return readOf(usableCoupons, { productId, quantity })
}

/** Which wallets can pay a draft. */
export function walletsOf(draftId: string) {
  return readOf(prepayType, { draftId })
}

/** The order that came of a draft, or null: the word that counts after a lost answer. */
export function resultOf(draftId: string) {
  return readOf(payResult, { draftId })
}
