import type { ArgsInput } from '#protocol/call.ts'
import { draftDetail, draftGenerate, payResult, prepayType } from '#protocol/orders.ts'
import { usableCoupons } from '#protocol/wallet.ts'
import { readOf } from '../../cache/read-of.ts'

/**
 * A new draft for a choice, with current prices. Each fetch creates a draft on the server, so it isn't refetched when
 * the window gets focus.
 */
export function freshDraft(choice: ArgsInput<typeof draftGenerate>) {
  return { ...readOf(draftGenerate, choice), refetchOnWindowFocus: false, gcTime: 60_000, staleTime: 60_000 }
}

/** A draft by its id, with current prices. */
export function draftOf(id: string) {
  return { ...readOf(draftDetail, { id }), refetchOnWindowFocus: false }
}

/** The member's coupons that fit a purchase, with their terms, the best first. */
export function couponsFor(productId: string, quantity: number) {
  return readOf(usableCoupons, { productId, quantity })
}

/** The wallets that can pay a draft. */
export function walletsOf(draftId: string) {
  return readOf(prepayType, { draftId })
}

/** The order that a draft became, or null. It settles the outcome of a payment whose answer was lost. */
export function resultOf(draftId: string) {
  return readOf(payResult, { draftId })
}
