import { idPattern, walletNames } from '#protocol/words.ts'
import { matching, oneOf, search, text } from '../../lib/search.ts'

export const billSearch = search({
  wallet: oneOf(walletNames),
  /** Of what type, and of which days; `bill-span.ts` reads them. */
  type: text(12),
  range: text(22),
  /** What the second pane of a wide screen shows. */
  selected: text(80),
})
export type BillSearch = ReturnType<typeof billSearch>

/** `id` is that of a top-up that was opened. */
export const topUpSearch = search({ id: matching(idPattern) })

/** `id` is that of a withdrawal that is looked at, `card` that of the card that one comes from. */
export const withdrawSearch = search({ id: matching(idPattern), card: matching(idPattern) })
