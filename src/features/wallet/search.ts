import { idPattern, slugPattern, walletNames } from '#protocol/words.ts'
import { matching, oneOf, search, text } from '../../lib/search.ts'

export const billSearch = search({
  wallet: oneOf(walletNames),
  /** The type and the days; `day-span.ts` parses them. */
  type: text(12),
  range: text(22),
  /** The id of the movement in the second pane of a wide screen. */
  selected: text(80),
})
export type BillSearch = ReturnType<typeof billSearch>

/** `id` is that of an open top-up; `amount`, in minor units, is what a new one is wanted for. */
export const topUpSearch = search({ id: matching(idPattern), amount: text(12) })

/** `id` is that of the withdrawal to show, `card` that of the card that the member came from. */
export const withdrawSearch = search({ id: matching(idPattern), card: matching(idPattern) })

/** `operator` is that of the machines that the visitor came from. */
export const operatorSearch = search({ operator: matching(slugPattern) })
