import type { Closing } from '#protocol/products.ts'

/** What an order, with its machine, says about the end of both. Amounts in minor units. */
export interface EndOfOrder {
  /** Of the machine. */
  closedAt: string | null
  closedBecause: string | null
  /** What went back for the rest of the order's term; null unless the closing cut it. */
  closingRefund: number | null
  cancelledAt: string | null
  refund: number | null
}

/**
 * The closing of a machine as an order met it: its term was cut, or it was cancelled by it. Null where it wasn't. An
 * order that was cancelled at the closing's instant or later was cancelled by it, because members can't from then on.
 * Servers of before cancelled some milliseconds later.
 */
export function closingOf({
  closedAt: at,
  closedBecause: reason,
  closingRefund,
  cancelledAt,
  refund,
}: EndOfOrder): Closing | null {
  if (at === null || reason === null) return null
  const back = closingRefund ?? (cancelledAt !== null && cancelledAt >= at ? refund : null)
  return back === null ? null : { at, reason, refund: back }
}
