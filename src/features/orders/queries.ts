import type { ArgsInput } from '#protocol/call.ts'
import { draftDetail, draftGenerate, payResult, prepayType } from '#protocol/orders.ts'
import { usableCoupons } from '#protocol/wallet.ts'
import { readOf } from '../../cache/read-of.ts'

/** Fresh numbers for a choice. Each fetch makes another draft on the server, so none happens unasked. */
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

/** The order that a draft became, or null: it settles what happened after a lost answer. */
export function resultOf(draftId: string) {
  return readOf(payResult, { draftId })
}
