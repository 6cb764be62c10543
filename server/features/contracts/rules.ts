/** The state of the newest submission; null before the first. */
export type ReviewState = 'submitted' | 'approved' | 'returned' | null

/**
 * The contract button (specification 4): 0 sign, 1 awaiting review, 2 and 3 update (approved, returned), 4 not
 * eligible.
 */
export function buttonOf(state: ReviewState, isEligible: boolean): 0 | 1 | 2 | 3 | 4 {
  if (state === 'submitted') return 1
  if (!isEligible) return 4
  return state === null ? 0 : state === 'approved' ? 2 : 3
}
