import { queryOptions } from '@tanstack/react-query'
import type { ArgsInput } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { draftDetail, draftGenerate, payResult, prepayType, type OrderDraft } from '#protocol/orders.ts'
import { usableCoupons } from '#protocol/wallet.ts'
import { ApiError } from '../../api/api-error.ts'
import { readOf, readUncached } from '../../cache/read-of.ts'

interface FreshDraft extends OrderDraft {
  /** The coupon of the choice can't be used, or not for this quantity: the price is without it. */
  isCouponLeftOut: boolean
}

/**
 * A new draft for a choice, with current prices. Each fetch creates a draft on the server, so it isn't refetched when
 * the window gets focus. A chosen coupon that can't be used is left out, as of an existing draft.
 */
export function freshDraft(choice: ArgsInput<typeof draftGenerate>) {
  const price = (of: typeof choice, signal: AbortSignal) => readUncached(draftGenerate, of, { signal })
  return queryOptions({
    queryKey: [draftGenerate.path, choice] as const,
    queryFn: async ({ signal }): Promise<FreshDraft> => {
      try {
        return { ...(await price(choice, signal)), isCouponLeftOut: false }
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.errno !== errors.coupon_unusable.errno) throw failure
        return { ...(await price({ ...choice, couponId: null }, signal)), isCouponLeftOut: true }
      }
    },
    refetchOnWindowFocus: false,
    gcTime: 60_000,
    staleTime: 60_000,
  })
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
